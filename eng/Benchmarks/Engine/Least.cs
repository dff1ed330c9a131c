using System.Runtime.InteropServices;
using System.Text;
using Microsoft.Build.Framework;

namespace CopyOnWrite.Benchmarks.Engine;

/// <summary>
/// Takes Copy's parameters and does what no Copy can do without where all files are up to date: looks both up, and gives the destination the
/// source's metadata. On Linux.
/// </summary>
public sealed class Least : ITask
{
    private const int AtCurrentFolder = -100; // AT_FDCWD
    private const int NoFollow = 0x100; // AT_SYMLINK_NOFOLLOW
    private const uint BasicStatus = 0x7ff; // STATX_BASIC_STATS
    private const int StatusSize = 256;
    private const int LongestPath = 4096;

    private readonly byte[] _path = new byte[LongestPath];
    private readonly byte[] _status = new byte[StatusSize];

    public IBuildEngine BuildEngine { get; set; } = null!;

    public ITaskHost HostObject { get; set; } = null!;

#pragma warning disable CA1819 // Arrays, as they are in Copy.
    public ITaskItem[] SourceFiles { get; set; } = [];

    public ITaskItem[] DestinationFiles { get; set; } = [];
#pragma warning restore CA1819

    public bool SkipUnchangedFiles { get; set; }

    public bool Execute()
    {
        for (int i = 0; i < SourceFiles.Length; i++)
        {
            if (!IsThere(DestinationFiles[i].ItemSpec) || !IsThere(SourceFiles[i].ItemSpec))
            {
                return false;
            }

            SourceFiles[i].CopyMetadataTo(DestinationFiles[i]);
        }

        return true;
    }

    private bool IsThere(string path)
    {
        _path[Encoding.UTF8.GetBytes(path, _path)] = 0;
        return statx(AtCurrentFolder, _path, NoFollow, BasicStatus, _status) == 0;
    }

    [DllImport("libc"), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int statx(int folder, byte[] path, int flags, uint mask, byte[] status);
}
