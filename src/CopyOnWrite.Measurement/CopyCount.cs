namespace CopyOnWrite.Measurement;

/// <summary>
/// The files that a build copied, counted twice: by their extents on the disk, and by the records of the SDK's task. Where extents cannot
/// be read (outside of Linux), only the records count, and the built-in task has none.
/// </summary>
/// <param name="Sharing">Files that share blocks. A file small enough for the file system's own records has none to share.</param>
/// <param name="NotSharing">All others.</param>
/// <param name="Cloned">Cloned from their source, by the task's records; the built-in task has none.</param>
/// <param name="FromCache">Cloned from the cross-volume cache, by the task's records.</param>
/// <param name="Copied">Copied, by the task's records.</param>
public sealed record CopyCount(int Sharing, int NotSharing, long Cloned, long FromCache, long Copied)
{
    /// <summary>Must be called while the build's outputs exist.</summary>
    public static CopyCount Of(BuildLog log)
    {
        bool[] sharing = [.. log.CopyCalls.SelectMany(call => call.Messages)
            .Where(m => m.StartsWith("Copying file from", StringComparison.Ordinal))
            .Select(m => Extents.Read(m.Split('"')[3]).SharedBytes > 0)];
        CopyTotals totals = CopyTotals.Of(log.CopyCalls.Select(call => call.Record));
        int shared = OperatingSystem.IsLinux() ? sharing.Count(s => s) : (int)(totals.Cloned + totals.FromCache);
        return new CopyCount(shared, sharing.Length - shared, totals.Cloned, totals.FromCache, totals.Copied);
    }
}

/// <summary>Sums over several calls of the SDK's task.</summary>
/// <param name="Cloned">Cloned from their source.</param>
/// <param name="FromCache">Cloned from the cross-volume cache.</param>
/// <param name="Left">Left to the built-in task.</param>
public sealed record CopyTotals(long Cloned, long FromCache, long Copied, long Unchanged, long Left)
{
    public static CopyTotals Of(IEnumerable<CopyRecord?> records)
    {
        CopyRecord[] all = [.. records.OfType<CopyRecord>()];
        return new CopyTotals(
            all.Sum(record => record.Cloned), all.Sum(record => record.FromCache), all.Sum(record => record.Copied),
            all.Sum(record => record.Unchanged), all.Sum(record => record.Left));
    }
}
