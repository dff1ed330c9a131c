namespace CopyOnWrite.Measurement;

/// <summary>Facts about the machine on which a measurement depends.</summary>
public sealed record Machine(string Kernel, int Processors, string ProcessorModel, double MemoryGigabytes, string Runtime)
{
    private const int Idle = 3;
    private const int Waiting = 4;

    public static Machine Current { get; } = new(
        $"{Line("/proc/sys/kernel/ostype", "system unknown")} {Line("/proc/sys/kernel/osrelease", Environment.OSVersion.VersionString)} "
            + $"{Line("/proc/sys/kernel/version", string.Empty)} {RuntimeInformation.OSArchitecture}",
        Environment.ProcessorCount,
        Model(),
        Math.Round(GC.GetGCMemoryInfo().TotalAvailableMemoryBytes / 1e9, 1),
        RuntimeInformation.FrameworkDescription);

    /// <summary>
    /// The seconds that all processors have worked since the system started, in steps of 0.01: without the idle and waiting ones of
    /// proc_stat(5), of which guest time is a part of user time. Null where the system does not report them.
    /// </summary>
    public static double? ProcessorSeconds() => File.Exists("/proc/stat")
        ? File.ReadLines("/proc/stat").First().Split(' ', StringSplitOptions.RemoveEmptyEntries)[1..8]
            .Where((_, field) => field is not (Idle or Waiting)).Sum(ticks => double.Parse(ticks, CultureInfo.InvariantCulture)) / 100
        : null;

    public string Describe() => $"{Kernel}, {Processors} x {ProcessorModel}, {MemoryGigabytes} GB";

    private static string Line(string file, string otherwise) => File.Exists(file) ? File.ReadAllText(file).Trim() : otherwise;

    private static string Model() =>
        (File.Exists("/proc/cpuinfo") ? File.ReadLines("/proc/cpuinfo") : [])
            .Where(line => line.StartsWith("model name", StringComparison.Ordinal))
            .Select(line => line[(line.IndexOf(':', StringComparison.Ordinal) + 1)..].Trim())
            .FirstOrDefault("model unknown");
}
