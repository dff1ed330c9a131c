namespace CopyOnWrite.Build;

/// <summary><c>./build.sh bench task</c> and the like: benchmarks of eng/Benchmarks, with the options that each takes.</summary>
internal static class Benchmarks
{
    internal static readonly (string Name, string What, (string Program, string[] Packages)[] Tools)[] All =
    [
        ("task", "The Copy task, the built-in against ours: --rounds, --volume, --size, --sources, --destination, --files, --against.",
            [("cc", ["gcc", "libc6-dev"])]), // bare.c; without it the bare limit is not measured.
        ("scale", "1,000 to 100,000 files in one call: --rounds, --volume, --files, --against.", []),
        ("staging", "Staging of a folder: our task, the built-in Copy, and rsync -a: --rounds, --volume.", [("rsync", ["rsync"])]),
        ("tree", "A tree of files: CloneTree, cp -a --reflink=auto, and rsync -a: --rounds, --volume.", [("rsync", ["rsync"])]),
        ("first", "The first Copy in a new process: --rounds, --volume, --against.", []),
        ("matrix", "File.Copy against the core, with BenchmarkDotNet: --rounds.", []),
    ];
}
