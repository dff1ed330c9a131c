using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace CopyOnWrite.Build.Benchmarks;

/// <summary>policy.c, compiled for one run of the benchmark.</summary>
internal sealed class PolicyProgram : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("cow-policy-").FullName;

    private string Program => Path.Combine(_folder, "policy");

    /// <exception cref="InvalidOperationException">There is no compiler, or it did not like what it read.</exception>
    internal async Task CompileAsync(CancellationToken cancel)
    {
        if (!await CProgram.TryCompileAsync("policy.c", Program, cancel))
        {
            throw new InvalidOperationException("cc failed on policy.c.");
        }
    }

    /// <param name="clones">Whether the folder's volume does.</param>
    internal async Task<PolicyBatch[]> MeasureAsync(string folder, bool clones, int rounds, int seed, CancellationToken cancel)
    {
        Directory.CreateDirectory(folder);
        string[] modes = ["none", "write", "write-again", "sendfile", .. clones ? ["clone", "clone-all"] : Array.Empty<string>()];
        return Batches(await RunAsync(["measure", folder, $"{rounds}", $"{seed}", .. modes], [], cancel));
    }

    internal async Task<PolicyBatch> CopyGivenAsync(string folder, string mode, IReadOnlyList<string> files, CancellationToken cancel)
    {
        Directory.CreateDirectory(folder);
        return Batches(await RunAsync(["given", folder, mode], files, cancel)).Single();
    }

    internal async Task<PolicyPages> PagesAsync(IReadOnlyList<string> files, CancellationToken cancel)
    {
        string[][] lines = [.. Lines(await RunAsync(["cached"], files, cancel)).Select(l => l.Split(' '))];
        long Sum(int word) => lines.Sum(l => long.Parse(l[word], System.Globalization.CultureInfo.InvariantCulture));
        return new PolicyPages(files.Count, Sum(0), Sum(1), Sum(2), Sum(3));
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private static string[] Lines(string output) => output.Split('\n', StringSplitOptions.RemoveEmptyEntries);

    private static PolicyBatch[] Batches(string output) => [.. Lines(output).Select(PolicyBatch.Parse)];

    private async Task<string> RunAsync(string[] arguments, IReadOnlyList<string> files, CancellationToken cancel)
    {
        var start = new ProcessStartInfo(Program, arguments) { RedirectStandardInput = true, RedirectStandardOutput = true };
        using Process process = Process.Start(start)!;
        try
        {
            Task<string> output = process.StandardOutput.ReadToEndAsync(cancel);
            await process.StandardInput.WriteAsync(string.Concat(files.Select(f => f + "\n")).AsMemory(), cancel);
            process.StandardInput.Close();
            await process.WaitForExitAsync(cancel);
            return process.ExitCode == 0 ? await output : throw new InvalidOperationException($"policy {string.Join(' ', arguments)} failed.");
        }
        catch (OperationCanceledException)
        {
            process.Kill();
            throw;
        }
    }
}
