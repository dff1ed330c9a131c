using System.Diagnostics;

namespace CopyOnWrite.Tool.Bench;

/// <summary>
/// Writes a line for each build to the error stream, with a bar and the time left. Lines stay, on terminals too: the answer on the other
/// stream comes at the end, and a log keeps the runs.
/// </summary>
internal sealed class BenchProgress(int builds)
{
    private const int BarWidth = 20;

    private readonly Stopwatch _clock = Stopwatch.StartNew();
    private int _done;

    internal static void Say(string line) => Console.Error.WriteLine(line);

    /// <param name="what">The build that ended.</param>
    internal void Done(string what)
    {
        _done++;
        int full = BarWidth * _done / builds;
        TimeSpan left = _clock.Elapsed / _done * (builds - _done);
        string time = _done == builds ? "done"
            : left.TotalSeconds < 90 ? $"{Math.Ceiling(left.TotalSeconds)} s left"
            : $"{Math.Ceiling(left.TotalMinutes)} min left";
        Say($"[{new string('#', full)}{new string('.', BarWidth - full)}] {_done} of {builds}, {time}: {what}");
    }
}
