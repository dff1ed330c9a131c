using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>
/// Copies by .NET, under a <see cref="PreloadedLibrary"/> and on processors whose constants <see cref="LinuxNative"/> lacks, and asks
/// statx(2) what a path leads to. Its struct is one on all processors, as are the constants used here. Where struct
/// statfs has another layout, the type that is read is unknown, so no identity is sure.
/// </summary>
internal sealed unsafe class DotNetLinuxPlatform : DotNetPlatform
{
    // The preloaded library's, if it has one: fakeroot knows other modes, fakechroot other paths.
    private readonly delegate* unmanaged[Cdecl]<int, byte*, int, uint, Statx*, int> _statx =
        (delegate* unmanaged[Cdecl]<int, byte*, int, uint, Statx*, int>)PreloadedLibrary.Find("statx");

    private readonly FileSystemTypes _fileSystems = new();

    internal override bool KnowsKinds => true;

    internal override bool TryStat(string path, out FileStat seen)
    {
        var encoded = new byte[NativePath.MaximumLength];
        seen = default;
        if (!NativePath.TryEncode(path, encoded) || !TryGetStatus(encoded, out Statx status))
        {
            return false;
        }

        seen = _fileSystems.StatOf(status, encoded);
        return true;
    }

    private bool TryGetStatus(byte[] path, out Statx status)
    {
        if (_statx == null)
        {
            // A status that the library does not hear of does no harm, as nothing is written.
            return statx(AT_FDCWD, path, 0, STATX_BASIC_STATS, out status) == 0;
        }

        fixed (byte* name = path)
        fixed (Statx* result = &status)
        {
            return _statx(AT_FDCWD, name, 0, STATX_BASIC_STATS, result) == 0;
        }
    }
}
