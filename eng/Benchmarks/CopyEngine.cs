using CopyOnWrite.Benchmarks.Engine;

namespace CopyOnWrite.Benchmarks;

/// <summary>This program once more, as MSBuild's engine (Engine/), which runs a Copy for each line that it reads.</summary>
internal sealed class CopyEngine(Process process) : IAsyncDisposable
{
    /// <param name="package">CopyOnWrite.Artifacts and CopyOnWrite.Sdk, unpacked.</param>
    internal static async Task<CopyEngine> StartAsync(string package, CancellationToken cancel)
    {
        string[] arguments = [typeof(CopyEngine).Assembly.Location, EngineSession.Verb, package];
        var engine = new CopyEngine(DotNet.Start(RepositoryRoot.Folder, arguments));
        string answer = await engine.ReadAsync(cancel);
        return answer == "ready" ? engine : throw new InvalidOperationException(answer);
    }

    /// <param name="task">builtin; again (the same); ours; or stage, whose sources and destinations are folders.</param>
    /// <param name="pairs">A file with a source and its destination, a line each.</param>
    internal async Task<CallTime> CallAsync(string task, string pairs, bool skipUnchanged, CancellationToken cancel)
    {
        string which = task == Series.Again ? Series.BuiltIn : task;
        await process.StandardInput.WriteLineAsync($"{which}\t{pairs}\t{(skipUnchanged ? "true" : "false")}");
        await process.StandardInput.FlushAsync(cancel);
        string answer = await ReadAsync(cancel);
        return answer.StartsWith('{')
            ? JsonSerializer.Deserialize<CallTime>(answer)!
            : throw new InvalidOperationException(answer);
    }

    public async ValueTask DisposeAsync()
    {
        // Closing its input ends it.
        process.StandardInput.Close();
        await process.WaitForExitAsync();
        process.Dispose();
    }

    private async Task<string> ReadAsync(CancellationToken cancel) =>
        await process.StandardOutput.ReadLineAsync(cancel) ?? throw new InvalidOperationException("The engine has ended.");
}

/// <summary>One call of a Copy task.</summary>
/// <param name="Task">
/// µs from TaskStarted to TaskFinished, as in build logs: with the parameters' evaluation, without finding the task.
/// </param>
/// <param name="Target">µs of the whole target, of which it is the only task: with finding the task and loading its assembly.</param>
internal sealed record CallTime(double Task, double Target);
