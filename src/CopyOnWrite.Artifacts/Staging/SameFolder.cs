using System;

namespace CopyOnWrite.Artifacts;

/// <summary>
/// Whether two paths are one folder though they differ in case. The volume is asked and not the system: a Mac may have a volume that tells
/// them apart, and Windows a folder.
/// </summary>
internal static class SameFolder
{
    internal static bool Are(FileCloner strategy, string path, string other) =>
        path == other
        || (path.Equals(other, StringComparison.OrdinalIgnoreCase)
            && strategy.TryStat(path, out FileSnapshot here)
            && strategy.TryStat(other, out FileSnapshot there)
            && here.Identity.Equals(there.Identity));
}
