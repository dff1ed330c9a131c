namespace CopyOnWrite.Tool.Bench;

/// <summary>
/// A copy of the user's repository for one arm. All arms of a volume are built at the same path, to which each is moved for its
/// turn: compilers write paths into their outputs, and longer paths cost time.
/// </summary>
/// <param name="Kept">The copy's path when it is not at the common path.</param>
internal sealed record RepoCopy(string Kept, string Place)
{
    // Folders that builds and programs make; everything else is copied, also .git, which versions are often computed from.
    private static readonly string[] s_notCopied = ["bin", "obj", ".vs", "TestResults"];

    private HashSet<string> _restored = [];

    /// <summary>The cross-volume cache of its builds, while the copy is at the common path.</summary>
    internal string Cache => Path.Combine(Place, CacheFiles.DefaultFolder);

    /// <summary>Moves the copy to the common path, does the work, and moves it back in any case.</summary>
    internal async Task<T> AtPlaceAsync<T>(Func<Task<T>> work)
    {
        PrivateTree.Move(Kept, Place);
        try
        {
            return await work();
        }
        finally
        {
            PrivateTree.Move(Place, Kept);
        }
    }

    /// <summary>Cleaning outputs keeps what exists now.</summary>
    internal void NoteRestored() => _restored = [.. Files(Place)];

    /// <summary>Deletes what came after <see cref="NoteRestored"/>.</summary>
    /// <param name="alsoCache">And the cross-volume cache, which otherwise outlives builds.</param>
    internal void Clean(bool alsoCache)
    {
        OutputsIn(Place).ForEach(file => File.Delete(Path.Combine(Place, file)));
        if (alsoCache)
        {
            DeletedTree.Delete(Cache);
        }
    }

    /// <summary>The paths of all outputs while the copy is not at the common path.</summary>
    internal IEnumerable<string> OutputPaths() => OutputsIn(Kept).Select(file => Path.Combine(Kept, file));

    /// <summary>The outputs that are compared, at that time: obj has lists and caches with times, which differ in each build.</summary>
    internal IEnumerable<string> Outputs() => OutputsIn(Kept).Where(file => $"/{file}".Contains("/bin/", StringComparison.Ordinal));

    private List<string> OutputsIn(string folder) => [.. Files(folder).Where(file => !_restored.Contains(file))];

    /// <summary>The relative path, with '/'.</summary>
    private static IEnumerable<string> Files(string folder) => Directory
        .EnumerateFiles(folder, "*", new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = 0 })
        .Select(file => Path.GetRelativePath(folder, file).Replace('\\', '/'))
        .Where(file => !file.StartsWith(".git/", StringComparison.Ordinal)
            && !$"/{file}".Contains($"/{CacheFiles.DefaultFolder}/", StringComparison.Ordinal));

    /// <summary>Clones it, where the volume can: what builds write is not shared.</summary>
    internal static void CopyTree(string from, string to)
    {
        using var tree = PrivateTree.Make(FileCloner.Shared.Platform, from, Path.GetDirectoryName(to)!, to);
        CloneTreeResult copied = tree.Fill(new CloneTreeOptions
        {
            // Only folders: a branch may have such a name, which is a file in .git/refs/heads.
            LeaveOut = path => (s_notCopied.Contains(Path.GetFileName(path)) && Directory.Exists(Path.Join(from, path)))
                || CacheFiles.IsDefaultFolder(Path.Join(from, path)),
        });
        if (copied.Entries.FirstOrDefault(entry => entry.Error is not null) is { Error: { } error })
        {
            throw new IOException(error.Message, error);
        }

        _ = tree.Stamp();
        tree.Publish(to);
    }
}
