namespace CopyOnWrite.Sdk.Tests.Infrastructure;

/// <summary>One build of a <see cref="Repo"/>: how it ended, and its log.</summary>
internal sealed record RepoBuild(DotNetResult Result, BuildLog Log)
{
    internal CopySummary Summary { get; } = CopySummary.Of(Log);

    internal RepoBuild Succeeded()
    {
        Assert.AreEqual(0, Result.ExitCode, Result.Output);
        return this;
    }

    /// <param name="codes">Of the errors, in this order, each of ours with its page; not looked at when left out.</param>
    internal RepoBuild Failed(params string[] codes)
    {
        Assert.AreNotEqual(0, Result.ExitCode, "The build was expected to fail:\n" + Result.Output);
        if (codes.Length > 0)
        {
            CollectionAssert.AreEqual(codes, Log.Errors.Select(error => error.Code).ToArray(), Result.Output);
            Log.Errors.Where(error => error.Code.StartsWith("COW", System.StringComparison.Ordinal)).ToList()
                .ForEach(error => NamedPage.AssertHas(error.Text, error.Code));
        }

        return this;
    }

    internal RepoBuild WithoutWarnings()
    {
        Assert.IsEmpty(Log.Warnings, string.Join('\n', Log.Warnings.Select(w => $"{w.Code}: {w.Text}")));
        return this;
    }

    /// <summary>Every Copy of the build was done by our task, and there was at least one.</summary>
    internal RepoBuild WithOurCopy() => WithCopy(ours: true);

    /// <summary>Asserts at least one Copy in the build, and none by our task.</summary>
    internal RepoBuild WithBuiltInCopy() => WithCopy(ours: false);

    private RepoBuild WithCopy(bool ours)
    {
        Assert.IsNotEmpty(Log.CopyCalls);
        string[] others = [.. Log.CopyCalls.Where(c => IsOurs(c) != ours).Select(c => $"{c.Project}: {c.Target}: {c.TaskAssembly}")];
        Assert.IsEmpty(others, string.Join('\n', others));
        return this;
    }

    private static bool IsOurs(LoggedCall call) =>
        call.IsStaging || call.TaskAssembly.EndsWith(SdkPackage.TaskAssembly, StringComparison.Ordinal);
}
