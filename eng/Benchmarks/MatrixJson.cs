using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json;
using BenchmarkDotNet.Reports;

namespace CopyOnWrite.Benchmarks;

/// <summary>Every value that counts, one benchmark a line. BenchmarkDotNet's own file has what can be computed from them as well, and is ten times as large.</summary>
internal static class MatrixJson
{
    internal static void Write(Summary summary, string path)
    {
        IEnumerable<string> rows = summary.Reports.Select(report => JsonSerializer.Serialize(new
        {
            Volume = report.BenchmarkCase.Parameters[nameof(CopyMatrix.Volume)],
            Source = (SourceFile)report.BenchmarkCase.Parameters[nameof(CopyMatrix.Source)],
            Method = report.BenchmarkCase.Descriptor.WorkloadMethodDisplayInfo,
            NanosecondsPerCopy = report.ResultStatistics?.OriginalValues.Select(value => (long)value),
        }));
        File.WriteAllText(path, $"[\n{string.Join(",\n", rows)}\n]\n");
    }
}
