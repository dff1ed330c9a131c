using CopyOnWrite.Tool.Outputs;

namespace CopyOnWrite.Tool.Checkouts;

/// <summary>Changes a checkout that exists. No link in it is followed.</summary>
/// <param name="root">The checkout.</param>
internal sealed class OwnFiles(OpenFolder root)
{
    /// <summary>Deletes files, and the folders that this leaves empty.</summary>
    internal void Delete(IEnumerable<string> files)
    {
        HashSet<string> folders = [];
        foreach (IGrouping<string, string> same in files.GroupBy(file => Path.GetDirectoryName(file)!))
        {
            using OpenFolder? folder = root.TryOpen(same.Key);
            foreach (string file in same.Where(_ => folder is not null))
            {
                OutputDeeds.Delete(Path.Join(folder!.Path, Path.GetFileName(file)));
            }

            folders.UnionWith(Folders.Above(same.First()).Where(above => above.Length > 0));
        }

        foreach (string folder in folders.OrderByDescending(folder => folder.Length))
        {
            using OpenFolder? above = root.TryOpen(Path.GetDirectoryName(folder)!);
            if (above is not null)
            {
                DeleteEmpty(new DirectoryInfo(Path.Join(above.Path, Path.GetFileName(folder))));
            }
        }
    }

    /// <summary>
    /// Moves the content of a folder into the checkout, without empty folders. A file that is there stays, unless it has the same content:
    /// then the moved file replaces it, with its time.
    /// </summary>
    /// <param name="marks">Files that must not be in the checkout yet: a build that ran meanwhile makes them.</param>
    internal void Place(string from, IEnumerable<string> marks)
    {
        if (marks.FirstOrDefault(file => Path.Exists(Path.Join(root.Path, file))) is { } built)
        {
            throw new IOException($"{built} was created while the command ran");
        }

        foreach (DirectoryInfo folder in new DirectoryInfo(from).EnumerateDirectories("*", CheckoutFile.All)
            .OrderByDescending(folder => folder.FullName.Length))
        {
            DeleteEmpty(folder);
        }

        Place(from, root);
    }

    private static void DeleteEmpty(DirectoryInfo folder)
    {
        if (folder is { Exists: true, LinkTarget: null } && !folder.EnumerateFileSystemInfos().Any())
        {
            folder.Delete();
        }
    }

    private static void Place(string from, OpenFolder to)
    {
        var all = new EnumerationOptions { AttributesToSkip = 0 };
        foreach (FileSystemInfo entry in new DirectoryInfo(from).EnumerateFileSystemInfos("*", all))
        {
            var there = new DirectoryInfo(Path.Join(to.Path, entry.Name));
            bool isFolder = entry is DirectoryInfo && entry.LinkTarget is null;
            if (there.LinkTarget is not null)
            {
                continue;
            }

            if (OperatingSystem.IsWindows() && entry is DirectoryInfo && !isFolder && !Path.Exists(there.FullName))
            {
                Directory.Move(entry.FullName, there.FullName); // On Windows a link to a folder is a folder itself.
            }
            else if (!isFolder && !there.Exists)
            {
                // A file that a restore has written here is at least as right as the one that comes along.
                if (!File.Exists(there.FullName) || (entry is FileInfo { LinkTarget: null } file && IsSame(file.FullName, there.FullName)))
                {
                    File.Move(entry.FullName, there.FullName, overwrite: true);
                }
            }
            else if (isFolder && there.Exists)
            {
                using OpenFolder? below = to.TryOpen(entry.Name);
                if (below is not null)
                {
                    Place(entry.FullName, below);
                }
            }
            else if (isFolder && !File.Exists(there.FullName))
            {
                Directory.Move(entry.FullName, there.FullName);
            }
        }
    }

    private static bool IsSame(string one, string other) =>
        new FileInfo(one).Length == new FileInfo(other).Length && File.ReadAllBytes(one).AsSpan().SequenceEqual(File.ReadAllBytes(other));
}
