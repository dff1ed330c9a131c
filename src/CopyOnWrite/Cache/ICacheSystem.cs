using System;
using System.Collections.Generic;

namespace CopyOnWrite;

/// <summary>
/// The system's calls for the cross-volume cache. They answer with 0, the system's error number, or <see cref="CacheError.OfThisFile"/>.
/// Names are those of files in the open folder, so that nothing is made or removed elsewhere if another user puts a link in the folder's
/// place; a link that has the name itself is not followed.
/// </summary>
internal interface ICacheSystem
{
    /// <summary>The time in UTC, by the clock that the volumes' times come from.</summary>
    DateTime Now { get; }

    /// <summary>The error number of a full disk.</summary>
    int DiskFull { get; }

    /// <summary>
    /// Opens the folder if it is not a link. With a problem of trust (another user owns it or may write to it) it is
    /// opened too, for reading. Null without a problem where there is nothing.
    /// </summary>
    CacheProblem OpenFolder(string path, out CacheFolder? folder, out int error);

    /// <summary>Makes a folder that no other user can write to. 0 also where another process of this user has just made it.</summary>
    int MakeFolder(string path);

    /// <summary>Tries, or asks the volume, whether files in this folder can share blocks with the destination.</summary>
    CacheProblem CanShareBlocks(string folder, in CacheDestination destination, out int error);

    /// <summary>Why clones from the cache's volume to the destination are known to fail; makes no call.</summary>
    Reason WhyNot(ulong volume, in CacheDestination destination);

    /// <summary>Opens a file to read; does not wait for a pipe's writer. <see cref="CacheError.OfThisFile"/> if it is missing.</summary>
    int Open(CacheFolder folder, string name, out nint file);

    /// <summary>Opens a source to read. Links are followed.</summary>
    /// <param name="letsOthersWrite">Windows: whether other programs may write to it meanwhile.</param>
    int OpenSource(string path, bool letsOthersWrite, out nint file);

    void Close(nint file);

    /// <summary>Creates a file, to read and write. <see cref="CacheError.OfThisFile"/> where something has the name.</summary>
    int Create(CacheFolder folder, string name, out nint file);

    /// <summary>The same; the claim ends with its process, after which <see cref="RemoveLeftover"/> removes the file.</summary>
    int TryClaim(CacheFolder folder, string name, out nint claim);

    /// <summary>Copies all that a clone of the entry must have; the content reaches the disk before anything written later.</summary>
    int CopyDurably(nint source, nint made, long length);

    /// <summary>0 when destinations can be cloned from the file. Its content is on the disk afterwards.</summary>
    int CanBeCloned(CacheFolder folder, nint made);

    /// <summary>Gives the open file another name, and replaces a file of that name.</summary>
    int Publish(CacheFolder folder, nint file, string from, string to);

    /// <summary>Removes a file; whether the name is free then.</summary>
    bool Remove(CacheFolder folder, string name);

    /// <summary>The same, but keeps a living process's file, and a folder.</summary>
    bool RemoveLeftover(CacheFolder folder, string name);

    bool TryList(CacheFolder folder, ICollection<FolderEntry> entries);

    /// <summary>Reads the status of a name. False when there is nothing, or a folder.</summary>
    bool TryStat(CacheFolder folder, string name, out CacheFileState state);

    /// <summary>Sets the file's write time to now.</summary>
    void Touch(CacheFolder folder, string name);

    /// <summary>Reads at most the buffer's length: the number of bytes, or -1 when they cannot be read.</summary>
    int Read(nint file, byte[] buffer);

    int Write(nint file, byte[] content);

    /// <summary>Reads the file's numbers. False for what is not a regular file, or a source that the numbers do not identify.</summary>
    /// <param name="isSource">False for an entry, whose volume numbers may be missing.</param>
    bool TryGetNumbers(nint file, bool isSource, out FileNumbers numbers);

    /// <summary>
    /// Whether only this user (or an administrator) can have written the open record, even if others could write to the folder in
    /// the past.
    /// </summary>
    bool IsTrusted(nint record, out DateTime written);

    /// <summary>The same for the entry that a trusted record names, where its numbers do not prove it.</summary>
    bool IsTrustedEntry(nint entry);

    /// <summary>The folder's volume in bytes. An unknown total is the largest number.</summary>
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

/// <summary>The status of a file in the cache's folder, read without opening it.</summary>
/// <param name="written">
/// File systems have years that .NET lacks: such a file counts as never used.
/// </param>
internal readonly struct CacheFileState(long length, DateTime written)
{
    internal readonly long Length = length;

    /// <summary>The write time, in UTC.</summary>
    internal readonly DateTime Written = written == DateTime.MaxValue ? DateTime.MinValue : written;
}
