namespace CopyOnWrite.Measure;

internal enum Verdict
{
    /// <summary>This machine, or what was asked for, does not show it.</summary>
    NotShown,
    Pass,
    Fail,
}

/// <param name="Detail">Numbers, or why it failed or is not shown.</param>
internal readonly record struct Found(Verdict Verdict, string Detail)
{
    internal static Found Pass(string detail) => new(Verdict.Pass, detail);

    internal static Found Fail(string detail) => new(Verdict.Fail, detail);

    internal static Found NotShown(string detail) => new(Verdict.NotShown, detail);

    /// <param name="wrong">What is not as it should be; the first stands for all.</param>
    internal static Found Of(IReadOnlyCollection<string> wrong, string detail) =>
        wrong.Count == 0 ? Pass(detail) : Fail($"{wrong.Count} wrong, the first: {wrong.First()}");
}

/// <summary>A line of the screen.</summary>
internal sealed record Check(string What, Func<Task<Found>> RunAsync)
{
    internal Check(string what, Func<Found> run)
        : this(what, () => Task.Run(run))
    {
    }

    /// <summary>Whatever a check throws is a failure: it met what nothing of ours expects.</summary>
    internal async Task<Found> FindAsync(CancellationToken cancel)
    {
        try
        {
            return await RunAsync();
        }
        catch (Exception e) when (!cancel.IsCancellationRequested)
        {
            return Found.Fail($"{e.GetType().Name}: {e.Message}");
        }
    }
}
