namespace CopyOnWrite.Tests.Cache;

/// <summary>A system's cache, on real volumes or on a model: sources on one volume, the cache and destinations on another.</summary>
internal abstract class CacheLane : IDisposable
{
    private readonly ConcurrentBag<Platform> _processes = [];

    internal string Folder => PathOf("cache");

    /// <summary>The bytes of each source: whole clusters.</summary>
    internal abstract int Length { get; }

    /// <summary>The time by this lane's clock.</summary>
    internal virtual DateTime Now => DateTime.UtcNow;

    /// <summary>A folder on the destinations' volume.</summary>
    internal abstract string PathOf(string name);

    /// <summary>A folder on another volume, which clones as well.</summary>
    internal abstract string PathOnAnother(string name);

    internal abstract string PathWhereNothingClones(string name);

    /// <summary>Sources of one length and different content, old enough for the cache.</summary>
    internal abstract string[] Take(int count);

    internal string Take() => Take(1)[0];

    /// <summary>A source that was written just now.</summary>
    internal abstract string NewSource();

    /// <summary>Whether a source that was just changed needs no wait.</summary>
    internal virtual bool SettlesAtOnce => false;

    /// <summary>Waits until the cache takes a source that was just changed.</summary>
    internal abstract void Settle(string source);

    /// <summary>The path of the entry of the source as it is now.</summary>
    /// <param name="ending">Of a file beside it.</param>
    internal string InCache(string source, string ending = "")
    {
        ICacheSystem system = NewPlatform().CacheSystem!;
        Assert.IsTrue(system.TryOpenSource(source, letsOthersWrite: false, out nint file, out FileFingerprint fingerprint), source);
        system.Close(file);
        return Path.Combine(Folder, CacheFiles.EntryOf(HashOf(source), fingerprint) + ending);
    }

    internal virtual void SetLastUse(string entry, DateTime time) => File.SetLastAccessTimeUtc(entry, time);

    /// <summary>A cloner that knows nothing yet.</summary>
    internal Platform NewProcess()
    {
        Platform process = NewPlatform();
        _processes.Add(process);
        return process;
    }

    /// <summary>Returns when no process is at work on the cache.</summary>
    internal void WaitForAll() => Array.ForEach([.. _processes], process => process.CacheFiller.Wait());

    internal abstract long BytesInCommon(string path, string other);

    /// <summary>What a copy has of its source beside content and time.</summary>
    internal virtual object MetadataOf(string path) => File.GetUnixFileMode(path);

    /// <summary>Gives the source other permissions or attributes, and nothing else.</summary>
    internal virtual void ChangeMetadata(string source) => File.SetUnixFileMode(source, UnixFileMode.UserRead | UnixFileMode.UserWrite);

    /// <summary>Makes a folder into which only its user may write.</summary>
    internal virtual void MakeFolder(string path) =>
        Directory.CreateDirectory(path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);

    /// <summary>Lets other users write to a file or folder.</summary>
    internal virtual void MakeWritableByOthers(string path) =>
        File.SetUnixFileMode(path, File.GetUnixFileMode(path) | UnixFileMode.GroupWrite);

    /// <summary>Gives the file to another user.</summary>
    internal abstract void GiveAway(string path);

    /// <summary>Why other users may change the file or folder; none where they may not.</summary>
    internal virtual CacheProblem AccessOf(string path) =>
        (File.GetUnixFileMode(path) & (UnixFileMode.GroupWrite | UnixFileMode.OtherWrite)) == 0
            ? CacheProblem.None
            : CacheProblem.WritableByOthers;

    /// <summary>Makes the source's entry like another process, until disposed.</summary>
    internal abstract IDisposable Begin(string source);

    /// <summary>Until disposed, no file can be made in the cache's folder.</summary>
    internal abstract IDisposable RefuseFiles();

    /// <summary>Until disposed, the next entry, which is this source's, cannot be written.</summary>
    internal abstract IDisposable FillTheDiskUnder(string source);

    /// <summary>Does something while the source is being copied into the cache.</summary>
    /// <param name="fill">Returns when the source is in the cache, or is not added.</param>
    internal abstract void WhileCopied(string source, Action meanwhile, Action fill);

    public abstract void Dispose();

    private protected abstract Platform NewPlatform();

    private protected abstract ulong HashOf(string source);

    private protected static DateTime TimeOf(string path) =>
        new DateTime(2024, 1, 1, 0, 0, 0, DateTimeKind.Utc).AddMinutes(Path.GetFileName(path).Length);

    internal sealed class Undo(Action undo) : IDisposable
    {
        public void Dispose() => undo();
    }
}
