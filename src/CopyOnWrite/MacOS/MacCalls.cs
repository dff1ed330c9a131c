using System.Runtime.InteropServices;
using static CopyOnWrite.MacOS.MacNative;

namespace CopyOnWrite.MacOS;

/// <summary>The system's own calls.</summary>
internal sealed unsafe partial class MacCalls : IMacCalls
{
    private uint _user = uint.MaxValue;

    public uint User => _user == uint.MaxValue ? _user = geteuid() : _user;

    private static bool IsX64 => RuntimeInformation.ProcessArchitecture == Architecture.X64;

    public int OpenToRead(byte[] path, out int file)
    {
        fixed (byte* start = path)
        {
            file = open(start, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
            return file >= 0 ? 0 : Error;
        }
    }

    public void Close(int file) => _ = close(file);

    public int LockShared(int file) => Result(flock(file, LOCK_SH | LOCK_NB));

    public int StatusOf(int file, out Stat status)
    {
        fixed (Stat* result = &status)
        {
            return Result(IsX64 ? fstat_INODE64(file, result) : fstat(file, result));
        }
    }

    public int StatusOf(byte[] path, out Stat status)
    {
        fixed (byte* start = path)
        fixed (Stat* result = &status)
        {
            return Result(IsX64 ? lstat_INODE64(start, result) : lstat(start, result));
        }
    }

    public int StatusOfTarget(byte[] path, out Stat status)
    {
        fixed (byte* start = path)
        fixed (Stat* result = &status)
        {
            return Result(IsX64 ? stat_INODE64(start, result) : stat(start, result));
        }
    }

    /// <summary>
    /// CLONE_ACL and nothing else, as .NET's File.Copy (FileSystem.TryCloneFile.OSX.cs), so that owner and access list are the same as
    /// without us. macOS before 13 does not know the flag and answers EINVAL; File.Copy copies there.
    /// </summary>
    public int Clone(int source, byte[] destination)
    {
        fixed (byte* start = destination)
        {
            return Result(fclonefileat(source, AT_FDCWD, start, CLONE_ACL));
        }
    }

    public int SetMode(byte[] path, uint mode)
    {
        fixed (byte* start = path)
        {
            return Result(lchmod(start, mode));
        }
    }

    public int Rename(byte[] from, byte[] to)
    {
        fixed (byte* old = from)
        fixed (byte* final = to)
        {
            return Result(rename(old, final));
        }
    }

    public int Remove(byte[] path)
    {
        fixed (byte* start = path)
        {
            return Result(unlink(start));
        }
    }

    private static int Result(int returned) => returned == 0 ? 0 : Error;
}
