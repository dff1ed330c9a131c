using System;
using System.Collections.Generic;

namespace CopyOnWrite;

/// <summary>
/// What the cross-volume cache asks of a system. Calls answer with 0, the system's error number, or <see cref="CacheError.OfThisFile"/>.
/// Names are those of files in the open folder, so that nothing is made or removed elsewhere if another user puts a link in the folder's
/// place; a link that has the name itself is not followed.
/// </summary>
internal interface ICacheSystem
{
    /// <summary>By the clock that the volumes' times come from. UTC.</summary>
    DateTime Now { get; }

    /// <summary>The error number of a full disk.</summary>
    int DiskFull { get; }

    int AccessDenied { get; }

    /// <summary>
    /// Opens the folder if it is a folder of its own, and no link. With a problem of trust (another user owns it or may write to it) it is
    /// open all the same, to be looked at. Null without a problem where there is nothing.
    /// </summary>
    CacheProblem OpenFolder(string path, out CacheFolder? folder, out int error);

    /// <summary>So that no other user can write to it. 0 also where another process of this user has just made it.</summary>
    int MakeFolder(string path);

    /// <summary>Whether files in this folder can share blocks with the destination: it is tried, or its volume is asked.</summary>
    CacheProblem CanShareBlocks(string folder, in CacheDestination destination, out int error);

    /// <summary>What is known, without a call, against clones from the cache's volume to the destination.</summary>
    Reason WhyNot(ulong volume, in CacheDestination destination);

    /// <summary>To read, and not waiting for the writer of a pipe. <see cref="CacheError.OfThisFile"/> where there is none.</summary>
    int Open(CacheFolder folder, string name, out nint file);

    /// <summary>To read. Links are followed.</summary>
    /// <param name="letsOthersWrite">Windows: whether other programs may open it to write meanwhile.</param>
    int OpenSource(string path, bool letsOthersWrite, out nint file);

    void Close(nint file);

    /// <summary>A new file, to read and write. <see cref="CacheError.OfThisFile"/> where something has the name.</summary>
    int Create(CacheFolder folder, string name, out nint file);

    /// <summary>The same; the claim ends with its process, after which <see cref="RemoveLeftover"/> removes the file.</summary>
    int TryClaim(CacheFolder folder, string name, out nint claim);

    /// <summary>Copies what a clone of the entry has to have; the content is on the disk before anything written later.</summary>
    int CopyDurably(nint source, CacheFolder folder, nint made, long length);

    /// <summary>0 when destinations can be cloned from the file. Then, at the latest, its content is on the disk.</summary>
    int CanBeCloned(CacheFolder folder, nint made);

    /// <summary>Gives the open file another name, which no file has.</summary>
    int Publish(CacheFolder folder, nint file, string from, string to);

    /// <summary>Whether nothing has the name then.</summary>
    bool Remove(CacheFolder folder, string name);

    /// <summary>The same, except for a file of a living process, and for a folder.</summary>
    bool RemoveLeftover(CacheFolder folder, string name);

    bool TryList(CacheFolder folder, ICollection<FolderEntry> entries);

    /// <summary>Of what has the name. False when there is nothing, or a folder.</summary>
    bool TryStat(CacheFolder folder, string name, out CacheFileState state);

    /// <summary>Sets the file's write time to now.</summary>
    void Touch(CacheFolder folder, string name);

    /// <summary>How many bytes there are, at most the buffer's length; -1 when they cannot be read.</summary>
    int Read(nint file, byte[] buffer);

    int Write(nint file, byte[] content);

    /// <summary>False for what is not a regular file, or a source that the numbers do not identify.</summary>
    /// <param name="isSource">Else an entry, of which the volume's numbers may be missing.</param>
    bool TryGetNumbers(nint file, bool isSource, out FileNumbers numbers);

    /// <summary>
    /// Whether only this user (or those who can do anything) can have written the open record, even if others could write to the folder in
    /// the past.
    /// </summary>
    bool IsTrusted(nint record, out DateTime written);

    /// <summary>The same of the entry that a trusted record names, where its numbers do not tell.</summary>
    bool IsTrustedEntry(nint entry);

    /// <summary>In bytes, of the folder's volume. A total that is not known is the largest number.</summary>
    bool TryGetSpace(CacheFolder folder, out ulong available, out ulong total);
}

internal static class CacheError
{
    /// <summary>
    /// An error that says nothing about the next file: the file is missing, in use, or something else has its name, the source cannot be
    /// read, or the folder was deleted (the next call makes another).
    /// </summary>
    internal const int OfThisFile = -1;
}

/// <summary>What is known of a file in the cache's folder without opening it.</summary>
/// <param name="written">
/// File systems go beyond the years that .NET and clocks have: such a file counts as one that was never used.
/// </param>
internal readonly struct CacheFileState(long length, DateTime written)
{
    internal readonly long Length = length;

    /// <summary>In UTC.</summary>
    internal readonly DateTime Written = written == DateTime.MaxValue ? DateTime.MinValue : written;
}
