using System.Security.Cryptography;

namespace CopyOnWrite.Torture.Fuse;

/// <summary>
/// A folder on FUSE into which builds copy hundreds of files, new ones and ones that replace others. Each build has its own sources, of one
/// length and with different content, so that a file with another's content is seen.
/// </summary>
internal sealed class CrowdedFolder : IDisposable
{
    private const int Small = 3000;

    // Above what the engine takes for a small file.
    private const int Large = 1_200_000;
    private const int LargeFiles = 10;

    internal const string New = "new";
    internal const string Replaced = "replaced";

    internal static readonly string[] Kinds = [New, Replaced];

    private readonly Ground _ground;
    private readonly string _sources;
    private readonly string _back;
    private readonly List<string[]> _undo = [];
    private readonly List<string> _mounts = [];
    private readonly Dictionary<string, string> _hashOf = [];

    /// <param name="files">New ones of each build; so many are replaced as well.</param>
    internal CrowdedFolder(Ground ground, Layout layout, int files)
    {
        _ground = ground;
        string folder = Path.Combine(ground.FolderOn(RefusingPlace.Volume), Path.GetRandomFileName());
        _sources = Path.Combine(folder, "sources");
        _back = Directory.CreateDirectory(Path.Combine(folder, "back")).FullName;
        for (int build = 0; build < layout.Builds; build++)
        {
            WriteSources(build, files);
        }

        for (int mount = 0; mount < layout.Mounts; mount++)
        {
            (string made, string[] undo) = layout.Place.Make(_back, ground.Scratch);
            _mounts.Add(made);
            _undo.Add(undo);
        }
    }

    /// <summary>Makes the files anew that are replaced, and removes all others.</summary>
    internal void Clear()
    {
        foreach (string kind in Kinds)
        {
            string outputs = Path.Combine(_back, kind);
            if (Directory.Exists(outputs))
            {
                Directory.Delete(outputs, recursive: true);
            }

            Directory.CreateDirectory(outputs);
        }

        foreach (string source in Directory.EnumerateFiles(SourcesOf(0, Replaced)))
        {
            File.WriteAllText(Path.Combine(_back, Replaced, Path.GetFileName(source)), "old");
        }
    }

    /// <summary>Runs that many builds at once, the second one at its own mount where there are two.</summary>
    /// <param name="killAfter">When those of this machine are killed.</param>
    internal HostRun[] Build(Tool tool, int builds, TimeSpan? killAfter = null) => Task.WhenAll(Enumerable.Range(0, builds).Select(build =>
    {
        IEnumerable<Call> calls = Kinds.Select(kind => CallFor(tool, SourcesOf(build, kind), Path.Combine(_mounts[0], kind)));
        Job job = tool.JobIn(_ground.Scratch, _ground, calls) with { HasHelpers = true };
        bool isElsewhere = build > 0 && _mounts.Count > 1;
        return Task.Run(() => HostRun.Of(
            job,
            _ground.Scratch,
            under: isElsewhere ? OnAnotherMachine(_mounts[1], _mounts[0]) : null,
            killAfter: isElsewhere ? null : killAfter));
    })).GetAwaiter().GetResult();

    /// <summary>The files that are not as the source of one of so many builds.</summary>
    internal string[] Wrong(string kind, int builds) =>
    [
        .. Enumerable.Range(0, builds).SelectMany(build => Directory.EnumerateFiles(SourcesOf(build, kind)))
            .GroupBy(source => Path.GetFileName(source))
            .Select(sources => (Sources: sources, Hash: HashOf(Path.Combine(_back, kind, sources.Key))))
            .Where(file => !file.Sources.Any(source => _hashOf[source] == file.Hash))
            .Select(file => $"{kind}/{file.Sources.Key} {(file.Hash.Length == 0 ? "is missing" : "has another content")}"),
    ];

    internal string[] Leftovers() =>
        [.. Kinds.SelectMany(kind => Directory.EnumerateFiles(Path.Combine(_back, kind), ".cow-*"))
            .Select(path => Path.GetRelativePath(_back, path))];

    public void Dispose() => _undo.ForEach(undo => Programs.Run(undo));

    private void WriteSources(int build, int files)
    {
        foreach (string kind in Kinds)
        {
            string folder = Directory.CreateDirectory(SourcesOf(build, kind)).FullName;
            for (int i = 0; i < files; i++)
            {
                string name = kind == New ? $"{build}-{i}" : $"{i}";
                string path = Path.Combine(folder, name);
                byte[] content = new byte[i < LargeFiles ? Large : Small];
                new Random(HashCode.Combine(_ground.Effort.Seed, build, kind == New, i)).NextBytes(content);
                File.WriteAllBytes(path, content);
                _hashOf[path] = HashOf(path);
            }
        }
    }

    private static Call CallFor(Tool tool, string from, string to) => tool == Tool.Staging
        ? Tool.Stage(from, to, "AlwaysCopy", true)
        : tool.CallFor(Directory.EnumerateFiles(from).Select(file => (file, Path.Combine(to, Path.GetFileName(file)))));

    private string SourcesOf(int build, string kind) => Path.Combine(_sources, $"{build}", kind);

    /// <summary>Empty where there is no file.</summary>
    private static string HashOf(string path) =>
        File.Exists(path) ? Convert.ToHexString(SHA256.HashData(File.ReadAllBytes(path))) : string.Empty;

    /// <summary>Another machine, as far as one can be played: its own mount at the same path, and its own processes.</summary>
    private static string[] OnAnotherMachine(string mount, string at) =>
    [
        "unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc",
        "sh", "-c", "mount --bind \"$1\" \"$2\" && shift 2 && exec \"$@\"", "sh", mount, at,
    ];
}
