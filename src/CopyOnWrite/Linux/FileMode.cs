using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary><see cref="UnixMode"/> for what statx(2) tells.</summary>
internal static class FileMode
{
    /// <inheritdoc cref="UnixMode.TryForCopyOf"/>
    internal static bool TryForCopyOf(in Statx source, uint user, out uint mode) =>
        UnixMode.TryForCopyOf(source.Mode, source.Uid, user, out mode);

    /// <inheritdoc cref="UnixMode.IsReplaceable"/>
    internal static bool IsReplaceable(in Statx destination, uint user) => UnixMode.IsReplaceable(destination.Mode, destination.Uid, user);
}
