using System;
using System.Collections.Generic;
using System.IO;
using System.Text;

namespace CopyOnWrite;

/// <summary>
/// The cache's folder, open, with the files beside the entries. It must be this user's alone: what is in it ends up in outputs. The tag is
/// the first file in it, so a folder that has others and not this one is not a cache, but a folder that a wrong
/// <c>CopyOnWriteCachePath</c> names.
/// </summary>
/// <param name="handle">Closed by <see cref="Dispose"/>.</param>
internal sealed class CacheFolder(ICacheSystem calls, nint handle, string path, ulong volume) : IDisposable
{
    // The first line is for backup programs (bford.info/cachedir), and in other programs' caches, too. A tag of ours is known by its
    // length, which another text has to keep.
    private static readonly byte[] s_tag = Encoding.ASCII.GetBytes(
        "Signature: 8a477f597d28d172789f06886806bc55\n# CopyOnWrite.Sdk clones package files from here. May be deleted at any time.\n");

    private static readonly byte[] s_everything = [(byte)'*', (byte)'\n'];

    internal ICacheSystem Calls { get; } = calls;

    internal nint Handle { get; private set; } = handle;

    internal string FullPath { get; } = path;

    /// <summary>The folder's number.</summary>
    internal ulong Volume { get; } = volume;

    /// <summary>Windows: whether new files in it get integrity streams.</summary>
    internal bool HasIntegrity { get; set; }

    /// <summary>Whether its mode lets its owner add files.</summary>
    internal bool IsWritable { get; set; } = true;

    internal bool HasTag => Calls.TryStat(this, CacheFiles.Tag, out CacheFileState tag) && tag.Length == s_tag.Length;

    /// <summary>
    /// Whether the folder is empty or has nothing but a cache's files. The tag may be missing: another process is writing it, or a user who
    /// deletes the cache in the middle of a build deletes what is in the folder and not the folder, which is in use (Windows).
    /// </summary>
    internal bool MayBeCache
    {
        get
        {
            var entries = new List<FolderEntry>();
            bool hasOnlyOurFiles = Calls.TryList(this, entries) && entries.TrueForAll(entry =>
                CacheFiles.IsUnfinished(entry.Name)
                || CacheFiles.IsEntry(entry.Name)
                || (entry.Name == CacheFiles.Tag && Calls.TryStat(this, entry.Name, out CacheFileState tag) && tag.Length == 0));
            return hasOnlyOurFiles || HasTag;
        }
    }

    /// <summary>
    /// Opens the folder; null with the problem. Where the destination can use it, a missing folder is made. An empty one gets the tag.
    /// </summary>
    internal static CacheFolder? Open(
        ICacheSystem system, string path, in CacheDestination destination, out CacheProblem problem, out int error)
    {
        problem = system.OpenFolder(path, out CacheFolder? folder, out error);
        if (folder is null && problem == CacheProblem.None)
        {
            problem = Make(system, path, destination, out error);
            problem = problem == CacheProblem.None ? system.OpenFolder(path, out folder, out error) : problem;
        }

        problem = problem != CacheProblem.None ? problem
            : folder is null ? CacheProblem.Inaccessible
            : folder.HasTag ? CacheProblem.None
            : folder.PutTag(destination, out error);
        if (problem == CacheProblem.None)
        {
            return folder;
        }

        folder?.Dispose();
        return null;
    }

    /// <summary>Opens an existing cache; null where it may not be used, or has no tag. Nothing is made.</summary>
    internal static CacheFolder? OpenExisting(ICacheSystem system, string path)
    {
        if (system.OpenFolder(path, out CacheFolder? folder, out _) == CacheProblem.None && folder is { HasTag: true })
        {
            return folder;
        }

        folder?.Dispose();
        return null;
    }

    /// <summary>Whether this user owns the folder, of a cache or not. Others may be able to write to it.</summary>
    internal static bool BelongsToUser(Platform platform, string path) =>
        platform.CacheSystem is { } system && ProblemOf(system, path) is CacheProblem.None or CacheProblem.WritableByOthers;

    /// <summary>Root builds once, and the owner's git clean, archiver and next build fail at a folder made there.</summary>
    internal static bool IsInOtherUsersRepository(ICacheSystem system, string path) =>
        Path.GetFileName(path) == CacheFiles.DefaultFolder
        && ProblemOf(system, Path.GetDirectoryName(path)!) == CacheProblem.WrongOwner;

    /// <summary>With a separator at its end a link would be followed; without one "D:" is not the root of the drive.</summary>
    internal static string WithoutSeparatorAtItsEnd(string path)
    {
        string trimmed = path.TrimEnd(Path.DirectorySeparatorChar, Path.AltDirectorySeparatorChar);
        bool isDrive = trimmed.Length > 0 && trimmed[trimmed.Length - 1] == Path.VolumeSeparatorChar;
        return isDrive ? trimmed + Path.DirectorySeparatorChar : trimmed;
    }

    /// <summary>The names of what is in it; none where it cannot be listed.</summary>
    internal List<string> Names()
    {
        var entries = new List<FolderEntry>();
        _ = Calls.TryList(this, entries);
        return entries.ConvertAll(entry => entry.Name);
    }

    internal void Remove(Predicate<string> which) => Names().FindAll(which).ForEach(name => Calls.Remove(this, name));

    public void Dispose()
    {
        if (Handle != -1)
        {
            Calls.Close(Handle);
            Handle = -1;
        }
    }

    /// <summary>
    /// Whether no process has pruned for so long; if so, notes that this one does, so that only one of several prunes. A time in the
    /// future was noted by a wrong clock. Where nothing was noted, a process may have been killed that made the folder.
    /// </summary>
    internal bool TryBeginPruning(TimeSpan interval)
    {
        TimeSpan age = Calls.TryStat(this, CacheFiles.Stamp, out CacheFileState stamp) ? Calls.Now - stamp.Written : TimeSpan.MaxValue;
        bool begins = age < TimeSpan.Zero || age >= interval;
        if (begins && interval > TimeSpan.Zero)
        {
            _ = Put(CacheFiles.Stamp, []);
        }

        if (begins && !Calls.TryStat(this, CacheFiles.Ignore, out _))
        {
            _ = Put(CacheFiles.Ignore, s_everything);
        }

        return begins;
    }

    /// <summary>
    /// Makes a file that gets its name when it is whole, and replaces one of that name: 0, or the error; then nothing is left.
    /// </summary>
    /// <param name="unfinished">The temporary name. What a process that has ended left there is removed first.</param>
    /// <param name="source">Of an entry: what it is made of.</param>
    internal int MakeFile(string unfinished, string name, Func<nint, int> fill, FileFingerprint? source = null)
    {
        int error = Calls.Create(this, unfinished, out nint made);
        if (error == CacheError.OfThisFile && Calls.Remove(this, unfinished))
        {
            error = Calls.Create(this, unfinished, out made);
        }

        if (error != 0)
        {
            return error;
        }

        error = fill(made);
        error = error != 0 ? error : Calls.Publish(this, made, unfinished, name, source);
        Calls.Close(made);
        if (error != 0)
        {
            _ = Calls.Remove(this, unfinished);
        }

        return error;
    }

    /// <summary>Why a folder, of a cache or not, is not this user's alone.</summary>
    private static CacheProblem ProblemOf(ICacheSystem system, string path)
    {
        CacheProblem problem = system.OpenFolder(path, out CacheFolder? folder, out _);
        folder?.Dispose();
        return problem;
    }

    private static CacheProblem Make(ICacheSystem system, string path, in CacheDestination destination, out int error)
    {
        try
        {
            string parent = Path.GetDirectoryName(path) ?? path;
            CacheProblem problem = system.CanShareBlocks(ExistingFolder.AtOrAbove(parent), destination, out error);
            if (problem != CacheProblem.None)
            {
                return problem == CacheProblem.NotWritable ? CacheProblem.Inaccessible : problem;
            }

            if (IsInOtherUsersRepository(system, path))
            {
                return CacheProblem.OtherUsersRepository;
            }

            _ = Directory.CreateDirectory(parent);
            error = system.MakeFolder(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // On Unix only the inner exception of an UnauthorizedAccessException has the errno (Interop.IOErrors.cs).
            error = (e.InnerException ?? e).HResult & 0xFFFF;
        }

        return error == 0 ? CacheProblem.None : CacheProblem.Inaccessible;
    }

    /// <summary>Writes the tag, where the folder may be a cache. Any other is left alone.</summary>
    private CacheProblem PutTag(in CacheDestination destination, out int error)
    {
        error = 0;
        CacheProblem problem = MayBeCache ? Calls.CanShareBlocks(FullPath, destination, out error) : CacheProblem.NotACache;
        if (problem != CacheProblem.None)
        {
            return problem;
        }

        // Another process may have written it meanwhile, and would miss it for a moment where a rename over a file is two steps (Wine).
        error = HasTag ? 0 : Put(CacheFiles.Tag, s_tag);

        // Keeps the folder out of git. The cache works without that, and the next pruning tries again.
        _ = error == 0 ? Put(CacheFiles.Ignore, s_everything) : error;
        return error is 0 or CacheError.OfThisFile ? CacheProblem.None : CacheProblem.NotWritable;
    }

    /// <summary>Each process writes the same, so two that make one folder do not disturb each other.</summary>
    private int Put(string name, byte[] content) => MakeFile(TemporaryFiles.NewName(), name, made => Calls.Write(made, content));
}
