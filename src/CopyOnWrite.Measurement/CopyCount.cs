using System;
using System.Linq;

namespace CopyOnWrite.Measurement;

/// <summary>The files that a build copied, counted twice: by their extents on the disk, and as the SDK's task says in its lines.</summary>
/// <param name="Sharing">Files that share blocks. A file small enough for the file system's own records has none to share.</param>
/// <param name="NotSharing">All others.</param>
/// <param name="Cloned">From their source itself, by the task's lines; the built-in task has none.</param>
/// <param name="FromCache">Cloned from the clone source cache, by the task's lines.</param>
/// <param name="Copied">By the task's lines.</param>
public sealed record CopyCount(int Sharing, int NotSharing, long Cloned, long FromCache, long Copied)
{
    /// <summary>To be taken while the build's outputs are still there.</summary>
    public static CopyCount Of(BuildLog log)
    {
        string[] messages = [.. log.CopyCalls.SelectMany(call => call.Messages)];
        bool[] sharing = [.. messages
            .Where(m => m.StartsWith("Copying file from", StringComparison.Ordinal))
            .Select(m => Extents.Read(m.Split('"')[3]).SharedBytes > 0)];
        var lines = TaskLines.Of(messages);
        return new CopyCount(sharing.Count(s => s), sharing.Count(s => !s), lines.Cloned, lines.FromCache, lines.Copied);
    }
}
