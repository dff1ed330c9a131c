using System;
using System.Globalization;
using System.IO;

namespace CopyOnWrite.Build.Benchmarks;

/// <summary>Where a benchmark's results go, named by the benchmark and the time.</summary>
internal static class BenchFile
{
    /// <summary>Without its ending.</summary>
    internal static string New(string benchmark, DateTime utc)
    {
        string folder = Path.Combine(Repository.Artifacts, "benchmarks");
        Directory.CreateDirectory(folder);
        return Path.Combine(folder, $"{benchmark}-{utc.ToString("yyyy-MM-dd-HHmmss", CultureInfo.InvariantCulture)}");
    }
}
