namespace CopyOnWrite;

/// <summary>
/// The cache's folder, open, with the files beside the entries. It must be this user's alone: what is in it ends up in outputs. The tag is
/// the first file in it, so a folder that has others and not this one is no cache, but what a wrong <c>CopyOnWriteCachePath</c> names.
/// </summary>
/// <param name="handle">Closed by <see cref="Dispose"/>.</param>
internal sealed class CacheFolder(ICacheSystem calls, nint handle, string path, ulong volume) : IDisposable
{
    // The first line is for backup programs (bford.info/cachedir), and in other programs' caches as well. A tag of ours is known by its
    // length, which another text has to keep.
    private static readonly byte[] s_tag = Encoding.ASCII.GetBytes(
        "Signature: 8a477f597d28d172789f06886806bc55\n# CopyOnWrite.Sdk clones package files from here. May be deleted at any time.\n");

    private static readonly byte[] s_everything = [(byte)'*', (byte)'\n'];

    private DateTime _pruned;

    internal ICacheSystem Calls { get; } = calls;
    internal nint Handle { get; } = handle;
    internal string FullPath { get; } = path;
    internal ulong Volume { get; } = volume;

    /// <summary>Whether a day has passed since the cache was made or pruned. A time in the future was noted by a wrong clock.</summary>
    internal bool IsToBePruned => DateTime.UtcNow - _pruned is var age && (age < TimeSpan.Zero || age >= TimeSpan.FromDays(1));

    /// <summary>
    /// Whether the folder is empty or has nothing but a cache's files. The tag may be missing: another process is writing it, or a user who
    /// deletes the cache in the middle of a build deletes what is in the folder and not the folder, which is in use (Windows). The
    /// tag is looked for after the listing, which may have what another process wrote meanwhile: the tag, and then the file for git.
    /// </summary>
    internal bool MayBeCache => (List() is { } found && Array.TrueForAll(found, file =>
        CacheFiles.IsUnfinished(file.Name)
        || CacheFiles.IsEntry(file.Name)
        || (file.Name == CacheFiles.Tag && file is FileInfo { Exists: true, Length: 0 }))) || HasTag();

    /// <summary>Opens the folder; null with the problem. If a user can use it, a missing one is made, an empty one gets the tag.</summary>
    /// <param name="user">Null makes nothing.</param>
    internal static CacheFolder? Open(
        ICacheSystem system, string path, CacheDestination? user, out CacheProblem problem, out int error)
    {
        problem = system.OpenFolder(path, makes: false, out CacheFolder? folder, out error);
        if (problem == CacheProblem.None && folder?.HasTag() != true)
        {
            problem = user is { } destination ? Make(system, path, destination, ref folder, out error) : CacheProblem.NotACache;
        }

        if (problem == CacheProblem.None)
        {
            return folder;
        }

        folder?.Dispose();
        return null;
    }

    /// <summary>Opens an existing cache; null where it may not be used, or has no tag. Nothing is made.</summary>
    /// <param name="system">Null opens none.</param>
    internal static CacheFolder? OpenExisting(ICacheSystem? system, string path) =>
        system is null ? null : Open(system, path, user: null, out _, out _);

    /// <summary>Whether this user owns the folder, of a cache or not. Others may be able to write to it.</summary>
    internal static bool BelongsToUser(Platform platform, string path) =>
        platform.CacheSystem is { } system && ProblemOf(system, path) is CacheProblem.None or CacheProblem.WritableByOthers;

    /// <summary>
    /// Root builds once, and the owner's git clean, archiver and next build fail at a folder made there. .git may be a link to the owner's
    /// folder: by the separator it is followed.
    /// </summary>
    internal static bool IsInOtherUsersRepository(ICacheSystem system, string path) =>
        CacheFiles.IsDefaultFolder(path)
        && ProblemOf(system, Path.GetDirectoryName(path) + Path.DirectorySeparatorChar) == CacheProblem.WrongOwner;

    /// <summary>Removes a separator at the end, with which a link would be followed. A drive keeps it: "D:" is not the root.</summary>
    internal static string WithoutSeparatorAtItsEnd(string path)
    {
        string trimmed = path.TrimEnd(Path.DirectorySeparatorChar, Path.AltDirectorySeparatorChar);
        bool isDrive = trimmed.Length > 0 && trimmed[trimmed.Length - 1] == Path.VolumeSeparatorChar;
        return isDrive ? trimmed + Path.DirectorySeparatorChar : trimmed;
    }

    /// <summary>Whether it is a cache, or is one still: the tag is the first that a program deletes which deletes all of them.</summary>
    internal bool HasTag()
    {
        var tag = new FileInfo(Path.Combine(FullPath, CacheFiles.Tag));
        bool has = tag.Exists && tag.Length == s_tag.Length;
        _pruned = has ? CacheFiles.OrNever(() => tag.LastWriteTimeUtc) : default;
        return has;
    }

    /// <summary>
    /// What is in it; null where it cannot be listed. By its path: where another user puts a link in its place, files of the cache's names
    /// may stay or go.
    /// </summary>
    internal FileSystemInfo[]? List()
    {
        try
        {
            return new DirectoryInfo(FullPath).GetFileSystemInfos();
        }
        catch (Exception e) when (DotNetError.IsOfFiles(e))
        {
            return null;
        }
    }

    /// <summary>The entries in it, with their status.</summary>
    internal IEnumerable<FileInfo> Entries() =>
        (List() ?? []).OfType<FileInfo>().Where(file => CacheFiles.IsEntry(file.Name) && file.Exists);

    internal void Remove(Predicate<string> which)
    {
        foreach (FileSystemInfo file in List() ?? [])
        {
            _ = which(file.Name) && Calls.Remove(this, file.Name);
        }
    }

    public void Dispose() => Calls.Close(Handle);

    /// <summary>Notes that this process prunes. One that was killed while it made the folder may not have kept it out of git.</summary>
    internal void NotePruning()
    {
        _ = IsToBePruned ? Put(CacheFiles.Tag, s_tag) : 0;
        _ = File.Exists(Path.Combine(FullPath, CacheFiles.Ignore)) ? 0 : Put(CacheFiles.Ignore, s_everything);
    }

    /// <summary>Makes a file that takes its name, from another if need be, when it is whole: 0, or the error with nothing left.</summary>
    /// <param name="unfinished">The temporary name. What a process that has ended left there is removed first.</param>
    /// <param name="source">Of an entry: what it is made of.</param>
    internal int MakeFile(string unfinished, string name, Func<nint, int> fill, FileFingerprint? source = null)
    {
        // A living process's file stays, and so has the name.
        _ = Calls.Remove(this, unfinished);
        int error = Calls.Create(this, unfinished, out nint made);
        if (error == 0)
        {
            error = fill(made);
            error = error != 0 ? error : Calls.Publish(this, made, unfinished, name, source);
            if (error == 0)
            {
                Calls.Close(made);
            }
            else
            {
                Calls.Discard(this, made, unfinished);
            }
        }

        return error;
    }

    /// <summary>The reason why a folder, of a cache or not, is not this user's alone.</summary>
    private static CacheProblem ProblemOf(ICacheSystem system, string path)
    {
        CacheProblem problem = system.OpenFolder(path, makes: false, out CacheFolder? folder, out _);
        folder?.Dispose();
        return problem;
    }

    /// <summary>Makes a missing folder, and writes the tag where it may be a cache. Any other is left alone.</summary>
    private static CacheProblem Make(
        ICacheSystem system, string path, in CacheDestination destination, ref CacheFolder? folder, out int error)
    {
        CacheProblem problem = system.CanShareBlocks(folder?.FullPath ?? ExistingFolder.AtOrAbove(path), destination, out error);
        if (folder is null)
        {
            problem = problem == CacheProblem.NotWritable ? CacheProblem.Inaccessible
                : problem != CacheProblem.None ? problem
                : IsInOtherUsersRepository(system, path) ? CacheProblem.OtherUsersRepository
                : TryMakeParent(path, out error) ? system.OpenFolder(path, makes: true, out folder, out error)
                : CacheProblem.Inaccessible;
        }

        if (problem != CacheProblem.None || folder?.MayBeCache != true)
        {
            return problem != CacheProblem.None ? problem : folder is null ? CacheProblem.Inaccessible : CacheProblem.NotACache;
        }

        // Another process may have written it meanwhile, and would miss it for a moment where a rename over a file is two steps (Wine).
        error = folder.HasTag() ? 0 : folder.Put(CacheFiles.Tag, s_tag);

        // Keeps the folder out of git. The cache works without that, and the next pruning tries again.
        _ = error == 0 ? folder.Put(CacheFiles.Ignore, s_everything) : error;
        return error is 0 or CacheError.OfThisFile ? CacheProblem.None : CacheProblem.NotWritable;
    }

    private static bool TryMakeParent(string path, out int error)
    {
        error = 0;
        try
        {
            _ = Directory.CreateDirectory(Path.GetDirectoryName(path) ?? path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // On Unix only the inner exception of an UnauthorizedAccessException has the errno (Interop.IOErrors.cs).
            error = (e.InnerException ?? e).HResult & 0xFFFF;
        }

        return error == 0;
    }

    /// <summary>Each process writes the same, so two that make one folder do not disturb each other.</summary>
    private int Put(string name, byte[] content) => MakeFile(TemporaryFiles.NewName(), name, made => Calls.Write(made, content));
}
