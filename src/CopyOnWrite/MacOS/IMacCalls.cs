using static CopyOnWrite.MacOS.MacNative;

namespace CopyOnWrite.MacOS;

/// <summary>
/// The calls of <see cref="MacCloner"/>, so that a model of APFS can stand behind them where there is no Mac. Each gives 0 or the errno.
/// Paths are UTF-8 and end with a zero byte.
/// </summary>
internal partial interface IMacCalls
{
    /// <summary>This process's user: files made here belong to it.</summary>
    uint User { get; }

    /// <summary>Does not wait for the writer of a pipe.</summary>
    int OpenToRead(byte[] path, out int file);

    void Close(int file);

    /// <summary>The shared lock that .NET takes on what it reads; EAGAIN if another process has it exclusively.</summary>
    int LockShared(int file);

    int StatusOf(int file, out Stat status);

    /// <summary>Of a link itself.</summary>
    int StatusOf(byte[] path, out Stat status);

    /// <summary>Of what a link names.</summary>
    int StatusOfTarget(byte[] path, out Stat status);

    /// <summary>Makes the whole file or nothing (clonefile(2)). EEXIST when the name is taken, by whatever.</summary>
    int Clone(int source, byte[] destination);

    int SetMode(byte[] path, uint mode);

    int Rename(byte[] from, byte[] to);

    int Remove(byte[] path);
}
