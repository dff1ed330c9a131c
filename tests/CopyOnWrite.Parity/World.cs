namespace CopyOnWrite.Parity;

/// <summary>The folder that a scenario plays in: made new for each run, at one place, so that messages are the same.</summary>
internal sealed class World : IDisposable
{
    private static readonly DateTime s_epoch = new(2020, 2, 29, 12, 0, 0, DateTimeKind.Utc);

    private readonly List<FileStream> _locks = [];

    internal World(string root, Scenario scenario)
    {
        Root = root;
        Delete();
        Directory.CreateDirectory(root);
        foreach (Node node in scenario.Before)
        {
            Make(node);
        }

        // Modes last, so that a folder without write permission can be filled first.
        foreach (Node node in scenario.Before.Where(n => n.Kind is NodeKind.File or NodeKind.Folder))
        {
            SystemFiles.SetMode(PathOf(node.Path), node.Mode);
        }

        foreach (string locked in scenario.Locked)
        {
            _locks.Add(new FileStream(PathOf(locked), FileMode.Open, FileAccess.ReadWrite, FileShare.None));
        }
    }

    internal string Root { get; }

    internal static DateTime TimeOf(int age) => s_epoch.AddSeconds(age).AddTicks(1234567);

    /// <summary>A line for each thing that is there: kind, mode, length, content, time, and which names are one file.</summary>
    internal IReadOnlyList<string> Describe(DateTime begun)
    {
        ReleaseLocks();
        var lines = new List<string>();
        Describe(new DirectoryInfo(Root), begun, new Dictionary<string, string>(), lines);
        return lines;
    }

    private void Describe(DirectoryInfo folder, DateTime begun, Dictionary<string, string> names, List<string> lines)
    {
        foreach (FileSystemInfo info in folder.EnumerateFileSystemInfos().OrderBy(i => i.Name, StringComparer.Ordinal))
        {
            string path = Path.GetRelativePath(Root, info.FullName);
            FileState state = SystemFiles.StateOf(info);
            if (info.LinkTarget is not null)
            {
                lines.Add($"{path}: link to {info.LinkTarget}");
            }
            else if (info is DirectoryInfo inner)
            {
                lines.Add($"{path}: folder, {state.Permissions}");
                SystemFiles.Open(inner);
                Describe(inner, begun, names, lines);
            }
            else
            {
                // What was written during the run has the time of the run, whatever that was.
                string time = state.Modified >= begun.AddSeconds(-2) ? "now" : state.Modified.ToString("o", CultureInfo.InvariantCulture);
                string same = names.TryAdd(state.Identity, path) ? string.Empty : $", same file as {names[state.Identity]}";
                lines.Add($"{path}: file, {state.Permissions}, {state.Length} bytes, {Hash(info)}, {time}{same}");
            }
        }
    }

    private static string Hash(FileSystemInfo info)
    {
        // Its permissions are noted by now; a file that its owner may not read has content all the same.
        SystemFiles.Open(info);
        return Convert.ToHexString(SHA256.HashData(File.ReadAllBytes(info.FullName)))[..8];
    }

    public void Dispose()
    {
        ReleaseLocks();
        Delete();
    }

    private string PathOf(string relative) => Path.Combine(Root, relative);

    private void Make(Node node)
    {
        string path = PathOf(node.Path);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        switch (node.Kind)
        {
            case NodeKind.File:
                byte[] seed = SHA256.HashData(System.Text.Encoding.UTF8.GetBytes(node.Path));
                var content = new byte[node.Length];
                new Random(BitConverter.ToInt32(seed)).NextBytes(content);
                File.WriteAllBytes(path, content);
                File.SetLastWriteTimeUtc(path, TimeOf(node.Age));
                break;
            case NodeKind.Folder:
                Directory.CreateDirectory(path);
                break;
            case NodeKind.SymbolicLink:
                File.CreateSymbolicLink(path, node.Target!);
                break;
            case NodeKind.HardLink:
                SystemFiles.MakeHardLink(PathOf(node.Target!), path);
                break;
        }
    }

    private void ReleaseLocks()
    {
        foreach (FileStream stream in _locks)
        {
            stream.Dispose();
        }

        _locks.Clear();
    }

    private void Delete()
    {
        if (!Directory.Exists(Root))
        {
            return;
        }

        var everything = new EnumerationOptions
        {
            RecurseSubdirectories = true,
            AttributesToSkip = FileAttributes.ReparsePoint,
            IgnoreInaccessible = true,
        };
        foreach (FileSystemInfo info in new DirectoryInfo(Root).EnumerateFileSystemInfos("*", everything))
        {
            SystemFiles.Open(info);
        }

        Directory.Delete(Root, recursive: true);
    }
}
