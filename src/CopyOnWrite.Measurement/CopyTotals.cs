namespace CopyOnWrite.Measurement;

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
