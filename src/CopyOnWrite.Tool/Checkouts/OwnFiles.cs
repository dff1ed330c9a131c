namespace CopyOnWrite.Tool.Checkouts;

/// <summary>Changes a checkout that exists. No link in it is followed.</summary>
/// <param name="root">The checkout.</param>
internal sealed class OwnFiles(string root)
{
    /// <summary>Deletes files, and the folders that are empty then.</summary>
    internal void Delete(IEnumerable<string> files)
    {
        HashSet<string> folders = [];
        foreach (string file in files.Where(HasNoLink))
        {
            var info = new FileInfo(Path.Join(root, file));
            info.IsReadOnly = false; // Windows deletes no such file.
            info.Delete();
            folders.UnionWith(Folders.Above(file).Where(folder => folder.Length > 0));
        }

        foreach (string folder in folders.OrderByDescending(folder => folder.Length))
        {
            DeleteEmpty(new DirectoryInfo(Path.Join(root, folder)));
        }
    }

    /// <summary>
    /// Moves what is below a folder to its place, without empty folders. What is there already stays; a file of the same content gets the
    /// time.
    /// </summary>
    /// <param name="marks">Files of which there must be none, as somebody has built meanwhile.</param>
    internal void Place(string from, IEnumerable<string> marks)
    {
        if (marks.FirstOrDefault(file => Path.Exists(Path.Join(root, file))) is { } built)
        {
            throw new IOException($"{built} was made meanwhile");
        }

        foreach (DirectoryInfo folder in new DirectoryInfo(from).EnumerateDirectories("*", CheckoutFile.All)
            .Where(folder => folder.LinkTarget is null).OrderByDescending(folder => folder.FullName.Length))
        {
            DeleteEmpty(folder);
        }

        Place(from, string.Empty);
    }

    private static void DeleteEmpty(DirectoryInfo folder)
    {
        if (folder.Exists && !folder.EnumerateFileSystemInfos().Any())
        {
            folder.Delete();
        }
    }

    private void Place(string from, string folder)
    {
        var all = new EnumerationOptions { AttributesToSkip = 0 };
        foreach (FileSystemInfo entry in new DirectoryInfo(Path.Join(from, folder)).EnumerateFileSystemInfos("*", all))
        {
            string path = Path.Join(folder, entry.Name);
            var there = new DirectoryInfo(Path.Join(root, path));
            bool isFolder = entry is DirectoryInfo && entry.LinkTarget is null;
            if (there.LinkTarget is not null)
            {
                continue;
            }

            if (!isFolder && !there.Exists)
            {
                // What a restore has written here is as right as what comes along, or more so.
                if (!File.Exists(there.FullName) || (entry is FileInfo { LinkTarget: null } file && IsSame(file.FullName, there.FullName)))
                {
                    File.Move(entry.FullName, there.FullName, overwrite: true);
                }
            }
            else if (isFolder && there.Exists)
            {
                Place(from, path);
            }
            else if (isFolder && !File.Exists(there.FullName))
            {
                Directory.Move(entry.FullName, there.FullName);
            }
        }
    }

    private static bool IsSame(string one, string other) =>
        new FileInfo(one).Length == new FileInfo(other).Length && File.ReadAllBytes(one).AsSpan().SequenceEqual(File.ReadAllBytes(other));

    private bool HasNoLink(string file) =>
        Folders.Above(file).All(folder => folder.Length == 0 || new DirectoryInfo(Path.Join(root, folder)).LinkTarget is null);
}
