using System;
using System.Globalization;
using System.Text;

namespace CopyOnWrite.Tasks;

/// <summary>Counts what one call of the task did, for its line in the log.</summary>
internal sealed class CallCounts
{
    private static readonly int s_reasons = (int)Reason.OtherError + 1;

    private readonly int[] _copied = new int[s_reasons];
    private readonly int[] _left = new int[s_reasons];
    private int _cloned;
    private long _clonedBytes;
    private int _fromCache;
    private long _fromCacheBytes;
    private long _copiedBytes;
    private int _inUse;
    private int _waited;
    private TimeSpan _waitTime;

    internal int Unchanged { get; set; }

    internal bool AnyWritten { get; private set; }

    internal void Add(in CloneOutcome outcome)
    {
        _inUse += outcome.UsedBy is null ? 0 : 1;
        switch (outcome.Kind)
        {
            case OutcomeKind.ClonedFromCache:
                _fromCache++;
                _fromCacheBytes += outcome.Bytes;
                AnyWritten = true;
                break;
            case OutcomeKind.Cloned:
                _cloned++;
                _clonedBytes += outcome.Bytes;
                AnyWritten = true;
                break;
            case OutcomeKind.Copied:
                _copied[(int)outcome.Reason]++;
                _copiedBytes += outcome.Bytes;
                AnyWritten = true;
                break;
            case OutcomeKind.NotHandled:
                _left[(int)outcome.Reason]++;
                break;
        }
    }

    /// <summary>Counts a source that was missing while another process replaced it, and came back.</summary>
    internal void AddWait(TimeSpan time)
    {
        _waited++;
        _waitTime += time;
    }

    /// <summary>"CopyOnWrite: 12 cloned (34,500 bytes), 3 copied (80 bytes; 2 on another volume, 1 empty), 40 unchanged."</summary>
    public override string ToString()
    {
        var line = new StringBuilder("CopyOnWrite: ");
        line.Append(Number(_cloned)).Append(" cloned (").Append(Number(_clonedBytes)).Append(" bytes), ");
        if (_fromCache > 0)
        {
            line.Append(Number(_fromCache)).Append(" cloned from the cache (").Append(Number(_fromCacheBytes)).Append(" bytes), ");
        }

        line.Append(Number(Sum(_copied))).Append(" copied");
        if (Sum(_copied) > 0)
        {
            line.Append(" (").Append(Number(_copiedBytes)).Append(" bytes; ");
            AppendReasons(line, _copied);
            line.Append(')');
        }

        line.Append(", ").Append(Number(Unchanged)).Append(" unchanged");
        int left = Sum(_left);
        if (left > 0)
        {
            line.Append(", ").Append(Number(left)).Append(" left to the built-in task (");
            AppendReasons(line, _left);
            line.Append(')');
        }

        if (_inUse > 0)
        {
            line.Append(", ").Append(Number(_inUse)).Append(" replaced while in use");
        }

        if (_waited > 0)
        {
            line.Append(", ").Append(Number(_waited)).Append(_waited == 1 ? " source was" : " sources were")
                .Append(" being replaced and waited for (").Append(Number((long)_waitTime.TotalMilliseconds)).Append(" ms)");
        }

        return line.Append('.').ToString();
    }

    /// <summary>Adds the sums to an open JSON object, as properties.</summary>
    internal void AppendTo(StringBuilder json)
    {
        Json.Property(json, "cloned", _cloned);
        Json.Property(json, "clonedBytes", _clonedBytes);
        Json.Property(json, "fromCache", _fromCache);
        Json.Property(json, "fromCacheBytes", _fromCacheBytes);
        Json.Property(json, "copied", Sum(_copied));
        Json.Property(json, "copiedBytes", _copiedBytes);
        Json.Property(json, "unchanged", Unchanged);
        Json.Property(json, "left", Sum(_left));
        Json.Property(json, "inUse", _inUse);
        Json.Property(json, "waited", _waited);
        Json.Property(json, "waitedMilliseconds", (long)_waitTime.TotalMilliseconds);
    }

    private static void AppendReasons(StringBuilder line, int[] counts)
    {
        bool any = false;
        for (int reason = 0; reason < counts.Length; reason++)
        {
            if (counts[reason] > 0)
            {
                line.Append(any ? ", " : string.Empty).Append(Number(counts[reason])).Append(' ').Append(ReasonText.Of((Reason)reason));
                any = true;
            }
        }
    }

    private static int Sum(int[] counts)
    {
        int sum = 0;
        foreach (int count in counts)
        {
            sum += count;
        }

        return sum;
    }

    private static string Number(long number) => number.ToString("N0", CultureInfo.InvariantCulture);
}
