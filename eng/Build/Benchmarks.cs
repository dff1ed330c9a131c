namespace CopyOnWrite.Build;

/// <summary><c>./build.sh bench task</c> and the like: packs, mounts the volumes, and runs a benchmark of eng/Benchmarks.</summary>
internal static class Benchmarks
{
    internal static readonly (string Name, string What)[] All =
    [
        ("task", "The Copy task, the built-in against ours: --rounds, --volume, --size, --sources, --destination, --folders, --files, "
            + "--megabytes, --against, --binary-log."),
        ("scale", "1,000 to 100,000 files in one call: --rounds, --volume, --files, --against, --binary-log."),
        ("staging", "Staging of a folder: our task, the built-in Copy, and rsync -a: --rounds, --volume."),
        ("first", "The first Copy in a new process: --rounds, --volume, --against, --binary-log."),
        ("matrix", "File.Copy against the core, with BenchmarkDotNet: --rounds."),
    ];

    internal static Task<int> RunAsync(string name, IEnumerable<string> options, CancellationToken cancel) => PackedProgram.RunAsync(
        "Benchmarks",
        options.Prepend(name),
        name switch
        {
            "staging" => [("rsync", ["rsync"])],
            "task" => [("cc", ["gcc", "libc6-dev"])], // bare.c; without it the bare limit is not measured.
            _ => [],
        },
        cancel);
}
