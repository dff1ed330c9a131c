namespace CopyOnWrite.Testing;

/// <summary>The facts about a benchmark's run that its report names.</summary>
/// <param name="Volumes">A line each.</param>
/// <param name="Load">The machine's load before and after, of one minute: what other programs did.</param>
public sealed record BenchEnvironment(
    DateTime Date, string Commit, Machine Machine, string DotNetSdk, IReadOnlyList<string> Volumes, string Load)
{
    public static async Task<BenchEnvironment> ReadAsync(IEnumerable<BenchVolume> volumes, CancellationToken cancel)
    {
        (_, string commit) = await Shell.ReadAsync("git", ["describe", "--always", "--dirty"], cancel).ConfigureAwait(false);
        (_, string version) = await Shell.ReadAsync("dotnet", ["--version"], cancel).ConfigureAwait(false);
        string[] described = [.. volumes.Select(volume => Mount.Describe(volume.Folder))];
        return new BenchEnvironment(DateTime.UtcNow, commit.Trim(), Machine.Current, version.Trim(), described, LoadNow());
    }

    public BenchEnvironment AtTheEnd() => this with { Load = $"{Load} before, {LoadNow()} after" };

    public IEnumerable<string> Lines() =>
    [
        string.Create(
            CultureInfo.InvariantCulture,
            $"- {Date:yyyy-MM-dd HH:mm} UTC, commit {Commit}, .NET SDK {DotNetSdk}, {Machine.Describe()}, load {Load}"),
        .. Volumes.Select(volume => $"- {volume}"),
    ];

    /// <summary>The load of the last minute (proc_loadavg(5)), of all programs; empty where the system does not report it.</summary>
    private static string LoadNow() => File.Exists("/proc/loadavg") ? File.ReadAllText("/proc/loadavg").Split(' ')[0] : string.Empty;
}
