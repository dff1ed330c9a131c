using static CopyOnWrite.MacOS.MacNative;

namespace CopyOnWrite.MacOS;

/// <summary>
/// The calls of <see cref="MacCloner"/>, so that tests can use a model of APFS where there is no Mac. Each gives 0 or the errno.
/// Paths are UTF-8 and end with a zero byte.
/// </summary>
internal partial interface IMacCalls
{
    /// <summary>The process's user, who owns the files made here.</summary>
    uint User { get; }

    /// <summary>Opens a file to read, without waiting for the writer of a pipe.</summary>
    int OpenToRead(byte[] path, out int file);

    void Close(int file);

    /// <summary>Takes the shared lock of .NET's readers; EAGAIN if another process has it exclusively.</summary>
    int LockShared(int file);

    int StatusOf(int file, out Stat status);

    /// <summary>Reads the status, of a link itself.</summary>
    int StatusOf(byte[] path, out Stat status);

    /// <summary>Reads the status, following links.</summary>
    int StatusOfTarget(byte[] path, out Stat status);

    /// <summary>Makes the whole file or nothing (clonefile(2)). EEXIST when the name is taken.</summary>
    int Clone(int source, byte[] destination);

    int SetMode(byte[] path, uint mode);

    int Rename(byte[] from, byte[] to);

    int Remove(byte[] path);
}
