using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary><see cref="UnixMode"/> for what statx(2) tells.</summary>
internal static class FileMode
{
    private static uint s_user = uint.MaxValue;

    /// <summary>This process's user: files made here belong to it.</summary>
    internal static uint User => s_user == uint.MaxValue ? s_user = geteuid() : s_user;

    /// <inheritdoc cref="UnixMode.TryForCopyOf"/>
    internal static bool TryForCopyOf(in Statx source, out uint mode) => UnixMode.TryForCopyOf(source.Mode, source.Uid, User, out mode);

    /// <inheritdoc cref="UnixMode.IsReplaceable"/>
    internal static bool IsReplaceable(in Statx destination) => UnixMode.IsReplaceable(destination.Mode, destination.Uid, User);
}
