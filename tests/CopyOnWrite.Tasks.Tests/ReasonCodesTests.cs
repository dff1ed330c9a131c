namespace CopyOnWrite.Tasks.Tests;

/// <summary>
/// The codes in records are enum names: docs/reference/log.md has each, with its words, so that renaming one is not done by accident.
/// </summary>
[TestClass]
public sealed class ReasonCodesTests
{
    private static readonly string s_page = File.ReadAllText(Path.Combine(RepositoryRoot.Folder, "docs", "reference", "log.md"));

    [TestMethod]
    public void TheLogsPageHasEachReasonWithItsCode()
    {
        string[] missing = [.. Enum.GetValues<Reason>()
            .Where(reason => reason != Reason.None)
            .Select(reason => $"| {ReasonText.Of(reason)} | `{reason}` |")
            .Where(row => !s_page.Contains(row))];
        Assert.IsEmpty(missing, string.Join('\n', missing));
    }

    [TestMethod]
    public void TheLogsPageHasEachReasonForAWholeCallWithItsCode()
    {
        string[] missing = [.. Enum.GetValues<FallbackReason>()
            .Where(reason => reason is not (FallbackReason.None or FallbackReason.NothingToCopy))
            .Select(reason => $"| {FallbackText.Of(reason)} | `{reason}` |").Where(row => !s_page.Contains(row))];
        Assert.IsEmpty(missing, string.Join('\n', missing));
    }
}
