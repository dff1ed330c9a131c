using System;
using System.Globalization;
using System.Text.RegularExpressions;

namespace CopyOnWrite.Build;

/// <summary>
/// A line for each thing that the demo has done, with a bar and the time that is left of all of it. `dotnet cow bench` tells what it did,
/// but knows only of its own builds.
/// </summary>
internal sealed partial class DemoProgress(TimeProvider time, Action<string> write)
{
    private const int BarWidth = 20;

    // In builds, about as long as these took in runs of the demo. Only the time left depends on them.
    private const int PackAndMount = 6;
    private const int Restore = 1;

    private readonly long _began = time.GetTimestamp();
    private int _total;
    private int _done;
    private bool _preparing;

    /// <summary>Everything is packed and mounted.</summary>
    /// <param name="arms">Of all volumes together; each is restored once.</param>
    /// <param name="builds">Of each arm.</param>
    internal void Begin(int arms, int builds)
    {
        _total = PackAndMount + (arms * (Restore + builds));
        _done = PackAndMount;
    }

    /// <param name="line">Of `dotnet cow bench`.</param>
    /// <returns>Whether it is one about its progress, which has been shown then.</returns>
    internal bool Show(string line)
    {
        if (Build().Match(line) is { Success: true } build)
        {
            EndOfRestore();
            _done++;
            Say(build.Groups["what"].Value);
            return true;
        }

        if (line.StartsWith("The machine is busy: ", StringComparison.Ordinal))
        {
            write(line);
            return true;
        }

        if (!line.EndsWith(": copying the repository and restoring", StringComparison.Ordinal))
        {
            return false;
        }

        EndOfRestore();
        _preparing = true;
        Say(line);
        return true;
    }

    internal void Say(string what)
    {
        int full = _total == 0 ? 0 : BarWidth * _done / _total;
        write($"[{new string('#', full)}{new string('.', BarWidth - full)}] {Left()}: {what}");
    }

    // It is announced when it begins.
    private void EndOfRestore()
    {
        _done += _preparing ? Restore : 0;
        _preparing = false;
    }

    private string Left()
    {
        if (_total == 0)
        {
            return "a few minutes";
        }

        TimeSpan left = time.GetElapsedTime(_began) / _done * (_total - _done);
        return _done == _total ? "done"
            : left.TotalSeconds < 90 ? string.Create(CultureInfo.InvariantCulture, $"{Math.Ceiling(left.TotalSeconds)} s left")
            : string.Create(CultureInfo.InvariantCulture, $"{Math.Ceiling(left.TotalMinutes)} min left");
    }

    [GeneratedRegex(@"^\[[#.]+\] \d+ of \d+, [^:]+: (?<what>.+)$")]
    private static partial Regex Build();
}
