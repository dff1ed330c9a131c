namespace CopyOnWrite.Artifacts;

/// <summary>The messages of staging. Only the calling thread uses it, so that lines are in the items' order.</summary>
internal sealed class StagingLog(IBuildEngine engine, TaskLoggingHelper log)
{
    internal bool LogsEachFile => CallReport.IsLogged(log, MessageImportance.Normal);

    internal void Error(string code, ITaskItem item, string text) => log.LogError(
        null, code, null, item.GetMetadata("DefiningProjectFullPath"), 0, 0, 0, 0, "{0}: {1} See {2}", NameOf(item), text,
        Documentation.PageOf(code));

    internal void Error(string code, string text) =>
        log.LogError(null, code, null, null, 0, 0, 0, 0, "{0} See {1}", text, Documentation.PageOf(code));

    internal void InUse(string destination, IReadOnlyList<int> processes) => FileInUseMessage.Log(engine, log, destination, processes);

    internal void Normal(string text) => log.LogMessage(MessageImportance.Normal, "{0}", text);

    internal void Low(string text) => log.LogMessage(MessageImportance.Low, "{0}", text);

    internal void Retry(string text, bool isShown) =>
        log.LogMessage(isShown ? MessageImportance.High : MessageImportance.Low, "{0}", text);

    /// <summary>Logs the item and the metadata that determine how it is staged.</summary>
    private static string NameOf(ITaskItem item)
    {
        string[] given = StagedItem.Metadata.Where(name => item.GetMetadata(name).Length > 0)
            .Select(name => $"{name}='{item.GetMetadata(name)}'").ToArray();
        return $"Item '{item.ItemSpec}'" + (given.Length == 0 ? string.Empty : $" ({string.Join(", ", given)})");
    }
}
