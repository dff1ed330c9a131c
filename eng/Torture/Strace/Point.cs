namespace CopyOnWrite.Torture.Strace;

/// <summary>
/// A call of a run, such that strace finds it again in the next: the N-th of its name that is about one path. strace counts calls by thread
/// and name, and with -P only those that match the path, so what other threads and the runtime do does not move the number.
/// </summary>
/// <param name="Path">Null where the call names no path that -P knows in another run: the N-th of its name in the thread.</param>
internal sealed record Point(string Call, string? Path, int Number, string Text)
{
    /// <param name="calls">All calls of a run.</param>
    /// <param name="again">Those of another run like it: a path that only one of them names is a random one.</param>
    /// <param name="worlds">The folders of the worlds.</param>
    /// <param name="isWanted">Which of the calls are points.</param>
    internal static IReadOnlyList<Point> Of(
        IReadOnlyList<TracedCall> calls, IReadOnlyList<TracedCall> again, IReadOnlyList<string> worlds, Func<TracedCall, bool> isWanted)
    {
        HashSet<string> lasting = [.. again.SelectMany(call => call.Paths)];
        var points = new List<Point>();
        for (int i = 0; i < calls.Count; i++)
        {
            TracedCall call = calls[i];
            if (!isWanted(call) || !worlds.Any(call.IsIn))
            {
                continue;
            }

            string? path = call.Paths.FirstOrDefault(
                path => worlds.Any(world => path.StartsWith(world, StringComparison.Ordinal)) && lasting.Contains(path));
            int number = 1 + calls.Take(i).Count(before =>
                before.Thread == call.Thread
                    && before.Name == call.Name
                    && (path is null || before.Paths.Contains(path, StringComparer.Ordinal)));
            points.Add(new Point(call.Name, path, number, call.Text));
        }

        return points;
    }
}
