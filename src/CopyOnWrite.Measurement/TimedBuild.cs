using System.Globalization;
using System.Text.RegularExpressions;

namespace CopyOnWrite.Measurement;

/// <summary>One timed build, in seconds.</summary>
/// <param name="Wall">From the start of `dotnet build` to its end.</param>
/// <param name="Copy">The sum of all calls of Copy, some of which may have run at the same time.</param>
public readonly record struct BuildTime(double Wall, double Copy);

/// <summary>
/// Times `dotnet build`. It writes no binary log, which would log every message and slow builds that copy many files;
/// the time of Copy comes from the summary that MSBuild's file logger writes at the end.
/// </summary>
public static class TimedBuild
{
    // The logger adds up exact times and rounds the sum: half a millisecond is the most that is lost in a build.
    private static readonly Regex s_copyTime = new(@"^\s*(?<ms>\d+) ms\s+Copy\s+\d+ calls", RegexOptions.Multiline);

    /// <param name="summary">A file for the summary, outside of what is built.</param>
    /// <param name="arguments">After `dotnet build --no-restore`.</param>
    /// <exception cref="InvalidOperationException">The build failed; the message has its output.</exception>
    public static async Task<BuildTime> RunAsync(
        string folder, string summary, IEnumerable<string> arguments, string? packages, IReadOnlyDictionary<string, string?> variables,
        CancellationToken cancel)
    {
        Volume.WriteBackAll(); // This build must not wait for what the last one wrote.
        DotNetResult result = await DotNet.RunAsync(
            folder,
            ["build", "--no-restore", "-nologo", .. arguments, $"-flp:logfile={summary};verbosity=quiet;performancesummary"],
            packages,
            variables,
            Timeout.InfiniteTimeSpan,
            cancellation: cancel).ConfigureAwait(false);
        result.ThrowIfFailed();

        // A build that copies nothing has no line for Copy.
        Match copyTime = s_copyTime.Match(await File.ReadAllTextAsync(summary, cancel).ConfigureAwait(false));
        double milliseconds = copyTime.Success ? double.Parse(copyTime.Groups["ms"].Value, CultureInfo.InvariantCulture) : 0;
        return new BuildTime(result.Elapsed.TotalSeconds, milliseconds / 1000);
    }

    /// <summary>Times another command than `dotnet build`, in the system's shell; its Copy calls are not measured.</summary>
    /// <exception cref="InvalidOperationException">The command failed; the message has its output.</exception>
    public static async Task<BuildTime> RunCommandAsync(
        string folder, string command, string? packages, IReadOnlyDictionary<string, string?> variables, CancellationToken cancel)
    {
        Volume.WriteBackAll();
        DotNetResult result = await DotNet
            .RunShellAsync(folder, command, packages, variables, Timeout.InfiniteTimeSpan, cancel).ConfigureAwait(false);
        result.ThrowIfFailed();
        return new BuildTime(result.Elapsed.TotalSeconds, 0);
    }
}
