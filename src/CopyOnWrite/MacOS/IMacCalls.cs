using static CopyOnWrite.MacOS.MacNative;

namespace CopyOnWrite.MacOS;

/// <summary>
/// The calls of <see cref="MacCloner"/>, so that tests can use a model of APFS where there is no Mac. Each gives 0 or the errno.
/// Paths are UTF-8 and end with a zero byte. Names are relative to an open folder (AT_FDCWD for paths): nothing of the cross-volume cache
/// is made or removed elsewhere if another user puts a link in the place of its folder; a link under the name itself is not followed.
/// </summary>
internal interface IMacCalls
{
    /// <summary>The process's user, who owns the files made here.</summary>
    uint User { get; }

    /// <summary>Opens a file to read, without waiting for the writer of a pipe.</summary>
    int OpenToRead(byte[] path, out int file);

    void Close(int file);

    /// <summary>Takes the shared lock of .NET's readers; EAGAIN if another process has it exclusively.</summary>
    int LockShared(int file);

    int StatusOf(int file, out Stat status);

    int StatusIn(int folder, byte[] name, bool followsLinks, out Stat status);

    /// <summary>Makes the whole file or nothing (clonefile(2)). EEXIST when the name is taken.</summary>
    int CloneIn(int source, int folder, byte[] name);

    int SetMode(byte[] path, uint mode);

    /// <param name="replaces">Whether a file of that name is replaced; otherwise EEXIST.</param>
    int RenameIn(int folder, byte[] from, byte[] to, bool replaces);

    int RemoveIn(int folder, byte[] name);

    /// <summary>ELOOP or ENOTDIR where a link has the name.</summary>
    int OpenFolder(byte[] path, out int folder);

    /// <summary>Creates a folder for the owner alone.</summary>
    int MakeFolder(byte[] path);

    int OpenToReadIn(int folder, byte[] name, out int file);

    /// <summary>Reads the root of the file's volume.</summary>
    int VolumeOf(int file, out MacVolume volume);

    /// <summary>True, too, where that is unknown.</summary>
    bool HasAccessList(int file);

    /// <summary>
    /// Creates a file for the owner alone, open for reading and writing, under a free name, and locked before it has a name:
    /// if it is unlocked, the process that made it has ended.
    /// </summary>
    /// <param name="name">Has an X for each random character, before the suffix; gets the name.</param>
    int CreateIn(int folder, byte[] name, int suffixLength, out int file);

    /// <summary>EAGAIN if another process has a lock.</summary>
    int LockExclusive(int file);

    int Read(int file, byte[] buffer, out int length);

    /// <summary>Writes all of it, or gives an errno.</summary>
    int Write(int file, byte[] content);

    /// <summary>
    /// Copies content, mode, times, owner where that is allowed, flags, extended attributes and access list: fcopyfile with COPYFILE_ALL,
    /// by which .NET's File.Copy copies what it cannot clone (SystemNative_CopyFile in pal_io.c).
    /// </summary>
    int CopyAll(int source, int made);

    /// <summary>Orders writes: what is written from now on reaches the disk after this file's content.</summary>
    int Flush(int file);

    /// <summary>Sets its times to now.</summary>
    int Touch(int file);
}
