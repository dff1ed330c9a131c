namespace CopyOnWrite.Artifacts.Tests;

/// <summary>What came of a call of the task. A check that fails prints all that was said.</summary>
internal sealed class StagingRun(bool result, Robocopy task, RecordingEngine engine)
{
    internal bool Result => result;

    internal ITaskItem[] CopiedFiles => task.CopiedFiles;

    internal string Log => $"{engine}\nThe task {(result ? "succeeded" : "failed")}.";

    internal IReadOnlyList<BuildErrorEventArgs> Errors => [.. engine.Events.OfType<BuildErrorEventArgs>()];

    internal IReadOnlyList<BuildMessageEventArgs> Messages => [.. engine.Events.OfType<BuildMessageEventArgs>()];

    /// <summary>Files that were staged, by cloning or copying.</summary>
    internal int Staged => Record("cloned") + Record("fromCache") + Record("copied");

    internal int Cloned => Record("cloned") + Record("fromCache");

    internal int Skipped => Record("unchanged");

    /// <param name="staged">How many files; not looked at when left out, as those that were there.</param>
    internal StagingRun Succeeded(int? staged = null, int? skipped = null)
    {
        Assert.IsTrue(result && Errors.Count == 0, Log);
        Assert.IsEmpty(engine.Events.OfType<BuildWarningEventArgs>(), Log);
        return WithCounts(staged, skipped);
    }

    /// <summary>Asserts these errors and no others, in this order.</summary>
    internal StagingRun Failed(params string[] codes)
    {
        Assert.IsFalse(result, Log);
        CollectionAssert.AreEqual(codes, Errors.Select(error => error.Code).ToArray(), Log);
        foreach (BuildErrorEventArgs error in Errors.Where(error => error.Code.StartsWith("COW", StringComparison.Ordinal)))
        {
            NamedPage.AssertHas(error.Message!, error.Code);
        }

        return this;
    }

    internal StagingRun WithCounts(int? staged, int? skipped)
    {
        if (staged is not null)
        {
            Assert.AreEqual(staged, Staged, $"Files staged. {Log}");
        }

        if (skipped is not null)
        {
            Assert.AreEqual(skipped, Skipped, $"Files that were there. {Log}");
        }

        return this;
    }

    /// <summary>Some error has all of these texts.</summary>
    internal StagingRun WithErrorOf(params string[] texts)
    {
        Assert.IsTrue(Errors.Any(error => texts.All(text => Has(error, text))), $"No error with {string.Join(" and ", texts)}. {Log}");
        return this;
    }

    internal StagingRun WithMessage(string text, MessageImportance? importance = null)
    {
        Assert.IsTrue(
            Messages.Any(message =>
                Has(message, text) && (importance ?? message.Importance) == message.Importance),
            $"No message of importance {importance} with {text}. {Log}");
        return this;
    }

    internal StagingRun WithoutMessage(string text)
    {
        Assert.IsFalse(Messages.Any(message => Has(message, text)), $"A message with {text}. {Log}");
        return this;
    }

    /// <summary>Paths as on Unix.</summary>
    internal static string Plain(string text) => text.Replace(Path.DirectorySeparatorChar, '/');

    private static bool Has(BuildEventArgs said, string text) => Plain(said.Message!).Contains(Plain(text), StringComparison.Ordinal);

    private int Record(string property)
    {
        string? json = Messages.OfType<ExtendedBuildMessageEventArgs>().SingleOrDefault()?.ExtendedData;
        Assert.IsNotNull(json, $"No record of the call. {Log}");
        return JsonDocument.Parse(json).RootElement.GetProperty(property).GetInt32();
    }
}
