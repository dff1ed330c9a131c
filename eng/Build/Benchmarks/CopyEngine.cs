using System;
using System.Diagnostics;
using System.IO;
using System.IO.Compression;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Build.Benchmarks;

/// <summary>A process of eng/Engine: MSBuild's engine, which runs one Copy when it is told to.</summary>
internal sealed class CopyEngine : IAsyncDisposable
{
    private readonly Process _process;

    private CopyEngine(Process process) => _process = process;

    /// <summary>Builds the program, and unpacks the packages that were packed last, whose tasks it runs.</summary>
    /// <returns>The folder of the packages, for <see cref="StartAsync"/>.</returns>
    internal static async Task<string> PrepareAsync(string scratch, CancellationToken cancel)
    {
        int exitCode = await Shell.RunAsync("dotnet", ["build", "eng/Engine", "--configuration", "Release", "--nologo", "--verbosity", "quiet"], cancel);
        if (exitCode != 0)
        {
            throw new InvalidOperationException("eng/Engine does not build.");
        }

        string package = Path.Combine(scratch, "package");
        await ZipFile.ExtractToDirectoryAsync(Directory.GetFiles(Repository.Packages, "CopyOnWrite.Artifacts.*.nupkg").Single(), package, cancel);
        await ZipFile.ExtractToDirectoryAsync(Directory.GetFiles(Repository.Packages, "CopyOnWrite.Sdk.*.nupkg").Single(), package, overwriteFiles: true, cancel);
        return package;
    }

    internal static async Task<CopyEngine> StartAsync(string package, bool withBinaryLog, CancellationToken cancel)
    {
        string program = Path.Combine(Repository.Artifacts, "bin", "CopyOnWrite.Engine", "release", "CopyOnWrite.Engine.dll");
        string[] log = withBinaryLog ? [Path.Combine(package, "calls.binlog")] : [];
        var engine = new CopyEngine(DotNet.Start(Repository.Root, [program, package, .. log]));
        string answer = await engine.ReadAsync(cancel);
        return answer == "ready" ? engine : throw new InvalidOperationException(answer);
    }

    /// <param name="task">builtin, ours, idle, or stage, whose sources and destinations are folders.</param>
    /// <param name="pairs">A file with a source and its destination, a line each.</param>
    internal async Task<CallTime> CallAsync(string task, string pairs, bool skipUnchanged, CancellationToken cancel)
    {
        await _process.StandardInput.WriteLineAsync($"{task}\t{pairs}\t{(skipUnchanged ? "true" : "false")}");
        await _process.StandardInput.FlushAsync(cancel);
        string answer = await ReadAsync(cancel);
        string[] fields = answer.Split('\t');
        return fields.Length == 3
            ? new CallTime(double.Parse(fields[0]), double.Parse(fields[1]), long.Parse(fields[2]))
            : throw new InvalidOperationException(answer);
    }

    public async ValueTask DisposeAsync()
    {
        // The end of its input ends it.
        _process.StandardInput.Close();
        await _process.WaitForExitAsync();
        _process.Dispose();
    }

    private async Task<string> ReadAsync(CancellationToken cancel) =>
        await _process.StandardOutput.ReadLineAsync(cancel) ?? throw new InvalidOperationException("The engine has ended.");
}
