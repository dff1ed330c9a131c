namespace CopyOnWrite;

/// <summary>
/// Remembers what file systems have refused, so that each volume or folder is tried once per process and not once per file: the clones of a
/// pair of volumes, or what a folder does not let its files do. An entry is forgotten after some minutes: Visual Studio lives for days, and
/// a volume can be mounted differently or a sandbox lifted. The refusal of one file says nothing about the next, and is not remembered.
/// </summary>
/// <param name="rememberedFor">Null for five minutes.</param>
internal sealed class Refusals(TimeSpan? rememberedFor = null)
{
    // Bounds memory and the time of a search where thousands of folders refuse: the oldest are tried again.
    private const int MostEntries = 256;

    private readonly double _ticksRemembered = (rememberedFor ?? TimeSpan.FromMinutes(5)).TotalSeconds * Stopwatch.Frequency;
    private readonly object _adding = new();
    private volatile Entry[] _entries = Array.Empty<Entry>();

    /// <summary>The refusal for this pair, or <see cref="Reason.None"/> if there was none or it is forgotten.</summary>
    internal Reason Find(ulong source, ulong destination)
    {
        // A loop: each file asks, and a lambda that captures is an object.
        foreach (Entry entry in _entries)
        {
            if (entry.Source == source && entry.Destination == destination)
            {
                return Stopwatch.GetTimestamp() - entry.Refused < _ticksRemembered ? entry.Reason : Reason.None;
            }
        }

        return Reason.None;
    }

    // Copy on write: most processes have none or a handful, and readers never wait.
    internal void Remember(ulong source, ulong destination, Reason reason)
    {
        lock (_adding)
        {
            var entries = new List<Entry>(_entries);
            entries.RemoveAll(entry => entry.Source == source && entry.Destination == destination);
            entries.RemoveRange(0, entries.Count < MostEntries ? 0 : 1);
            entries.Add(new Entry(source, destination, reason, Stopwatch.GetTimestamp()));
            _entries = entries.ToArray();
        }
    }

    private sealed record Entry(ulong Source, ulong Destination, Reason Reason, long Refused);
}
