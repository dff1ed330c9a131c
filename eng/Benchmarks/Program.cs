using System;
using System.Globalization;
using System.IO;
using System.Linq;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using CopyOnWrite.Benchmarks;

// CopyOnWrite.Benchmarks ITERATIONS OUTPUT NAME=FOLDER...   `./build.sh bench matrix` runs it; OUTPUT is without its ending.
int iterations = int.Parse(args[0], CultureInfo.InvariantCulture);
string output = Path.GetFullPath(args[1]);
CopyMatrix.Folders = args[2..].Select(a => a.Split('=', 2)).ToDictionary(a => a[0], a => a[1]);
string work = output + "-work";
Directory.CreateDirectory(work);

Summary summary = BenchmarkRunner.Run<CopyMatrix>(MatrixConfig.Of(iterations, work));
if (summary.HasCriticalValidationErrors || !summary.Reports.All(r => r.Success))
{
    Console.Error.WriteLine($"Some benchmarks failed, see {work}");
    return 1;
}

File.Copy(Directory.GetFiles(summary.ResultsDirectoryPath, "*.md").Single(), output + ".md", overwrite: true);
MatrixJson.Write(summary, output + ".json");
Directory.Delete(work, recursive: true);
return 0;
