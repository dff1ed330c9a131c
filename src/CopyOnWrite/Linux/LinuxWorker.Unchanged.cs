using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>Comparing files, before anything is copied.</summary>
internal sealed unsafe partial class LinuxWorker
{
    public override bool IsUnchanged(string source, string destination) =>
        TryGetStatusOf(destination, _destinationFolder, Scratch.Destination, out Statx there)
        && there.IsRegularFile
        && TryGetStatusOf(source, _sourceFolder, Scratch.Source, out Statx here)
        && IsUnchanged(here, there);

    public override bool IsUnchanged(string sourceFolder, string destinationFolder, string name)
    {
        int source = _sourceFolder.Open(sourceFolder, Scratch.Source);
        int destination = _destinationFolder.Open(destinationFolder, Scratch.Source);
        if (source < 0 || destination < 0 || !NativePath.TryEncode(name, Scratch.Source))
        {
            return false;
        }

        fixed (byte* encoded = Scratch.Source)
        {
            return TryGetStatus(destination, encoded, out Statx there)
                && there.IsRegularFile
                && TryGetStatus(source, encoded, out Statx here)
                && IsUnchanged(here, there);
        }
    }

    private static bool IsUnchanged(in Statx here, in Statx there) =>
        !here.IsFolder
        && here.Size == there.Size
        && here.ModifySeconds == there.ModifySeconds
        && here.ModifyNanoseconds / 100 == there.ModifyNanoseconds / 100;

    /// <summary>Of a link itself and not of what it names.</summary>
    private static bool TryGetStatusOf(string path, OpenFolder folder, byte[] buffer, out Statx status)
    {
        int relativeTo = folder.Of(path, buffer, out int name);
        status = default;
        if (!NativePath.TryEncode(path, name, buffer))
        {
            return false;
        }

        fixed (byte* encoded = buffer)
        {
            return TryGetStatus(relativeTo, encoded, out status);
        }
    }
}
