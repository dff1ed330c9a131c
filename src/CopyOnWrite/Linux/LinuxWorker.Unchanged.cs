using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>Comparing files, before anything is copied.</summary>
internal sealed unsafe partial class LinuxWorker
{
    public override bool IsUnchanged(string source, string destination) =>
        TryGetStatusOf(destination, Scratch.Destination, out Statx there)
        && there.IsRegularFile
        && TryGetStatusOf(source, Scratch.Source, out Statx here)
        && !here.IsFolder
        && here.Size == there.Size
        && here.ModifySeconds == there.ModifySeconds
        && here.ModifyNanoseconds / 100 == there.ModifyNanoseconds / 100;

    /// <summary>Of a link itself and not of what it names.</summary>
    private static bool TryGetStatusOf(string path, byte[] buffer, out Statx status)
    {
        status = default;
        if (!NativePath.TryEncode(path, buffer))
        {
            return false;
        }

        fixed (byte* encoded = buffer)
        {
            return TryGetStatus(AT_FDCWD, encoded, out status);
        }
    }
}
