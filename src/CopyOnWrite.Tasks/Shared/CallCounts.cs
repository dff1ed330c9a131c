namespace CopyOnWrite.Tasks;

/// <summary>Counts what one call of the task did, for its line in the log.</summary>
internal sealed class CallCounts
{
    // By kind of outcome.
    private readonly int[] _files = new int[(int)OutcomeKind.Failed + 1];
    private readonly long[] _bytes = new long[(int)OutcomeKind.Failed + 1];

    private readonly int[] _copied = new int[(int)Reason.OtherError + 1];
    private readonly int[] _left = new int[(int)Reason.OtherError + 1];
    private readonly int[] _failed = new int[(int)Reason.OtherError + 1];

    // The system's error number of the first file of each reason.
    private readonly int[] _errors = new int[(int)Reason.OtherError + 1];
    private int _inUse;
    private int _waited;
    private TimeSpan _waitTime;

    internal int Unchanged { get; set; }

    internal bool AnyWritten => Files(OutcomeKind.Cloned) + Files(OutcomeKind.ClonedFromCache) + Files(OutcomeKind.Copied) > 0;

    internal void Add(in CloneOutcome outcome)
    {
        _files[(int)outcome.Kind]++;
        _bytes[(int)outcome.Kind] += outcome.Bytes;
        _inUse += outcome.UsedBy is null ? 0 : 1;
        if (!outcome.IsClone)
        {
            int reason = (int)outcome.Reason;
            (outcome.Kind switch { OutcomeKind.Copied => _copied, OutcomeKind.Failed => _failed, _ => _left })[reason]++;
            _errors[reason] = _errors[reason] != 0 ? _errors[reason] : outcome.ErrorNumber;
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
        var parts = new List<string> { Clones(OutcomeKind.Cloned, "cloned") };
        if (Files(OutcomeKind.ClonedFromCache) > 0)
        {
            parts.Add(Clones(OutcomeKind.ClonedFromCache, "cloned from the cache"));
        }

        string copied = $"{Number(Files(OutcomeKind.Copied))} copied";
        parts.Add(Files(OutcomeKind.Copied) == 0 ? copied : $"{copied} ({Number(Bytes(OutcomeKind.Copied))} bytes; {Reasons(_copied)})");
        parts.Add($"{Number(Unchanged)} unchanged");
        if (Files(OutcomeKind.NotHandled) > 0)
        {
            parts.Add($"{Number(Files(OutcomeKind.NotHandled))} left to the built-in task ({Reasons(_left)})");
        }

        if (Files(OutcomeKind.Failed) > 0)
        {
            parts.Add($"{Number(Files(OutcomeKind.Failed))} failed ({Reasons(_failed)})");
        }

        if (_inUse > 0)
        {
            parts.Add($"{Number(_inUse)} replaced while in use");
        }

        if (_waited > 0)
        {
            string sources = _waited == 1 ? "source that was being replaced" : "sources that were being replaced";
            parts.Add($"waited {Number((long)_waitTime.TotalMilliseconds)} ms for {Number(_waited)} {sources}");
        }

        return $"CopyOnWrite: {string.Join(", ", parts)}.";
    }

    /// <summary>Adds the sums to an open JSON object, as properties.</summary>
    internal void AppendTo(StringBuilder json)
    {
        Json.Property(json, "cloned", Files(OutcomeKind.Cloned));
        Json.Property(json, "clonedBytes", Bytes(OutcomeKind.Cloned));
        Json.Property(json, "fromCache", Files(OutcomeKind.ClonedFromCache));
        Json.Property(json, "fromCacheBytes", Bytes(OutcomeKind.ClonedFromCache));
        Json.Property(json, "copied", Files(OutcomeKind.Copied));
        Json.Property(json, "copiedBytes", Bytes(OutcomeKind.Copied));
        Json.Property(json, "unchanged", Unchanged);
        Json.Property(json, "left", Files(OutcomeKind.NotHandled));
        Json.Property(json, "failed", Files(OutcomeKind.Failed));
        Json.Property(json, "inUse", _inUse);
        Json.Property(json, "waited", _waited);
        Json.Property(json, "waitedMilliseconds", (long)_waitTime.TotalMilliseconds);
    }

    private string Clones(OutcomeKind kind, string cloned) => $"{Number(Files(kind))} {cloned} ({Number(Bytes(kind))} bytes)";

    private string Reasons(int[] counts) => string.Join(", ", Enumerable.Range(0, counts.Length).Where(i => counts[i] > 0).Select(i =>
    {
        // The words alone do not say what was refused: a permission, or a system call that a sandbox forbids.
        var reason = (Reason)i;
        bool hasError = _errors[i] != 0
            && reason is Reason.OtherError or Reason.AccessDenied or Reason.DestinationFolderRefuses;
        return $"{Number(counts[i])} {ReasonText.Of(reason)}{(hasError ? $" (error {Number(_errors[i])})" : string.Empty)}";
    }));

    private int Files(OutcomeKind kind) => _files[(int)kind];
    private long Bytes(OutcomeKind kind) => _bytes[(int)kind];

    private static string Number(long number) => number.ToString("N0", CultureInfo.InvariantCulture);
}
