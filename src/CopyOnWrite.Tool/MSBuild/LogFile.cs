namespace CopyOnWrite.Tool.MSBuild;

/// <summary>Opens a log, with a message for each kind of failure.</summary>
internal static class LogFile
{
    /// <summary>Each log once: a pattern such as *.binlog may find a copy of one.</summary>
    internal static IReadOnlyList<BuildLog> ReadAll(string[] paths) => paths is [var only] ? [Read(only)]
        : [.. paths.Select(path => (Log: Read(path), Hash: InputFile.HashOf(path))).DistinctBy(one => one.Hash).Select(one => one.Log)];

    internal static BuildLog Read(string path)
    {
        InputFile.Require(path, "Name the log itself: `dotnet build -bl` writes msbuild.binlog into the folder it runs in.");
        try
        {
            File.OpenHandle(path).Dispose();
            return BuildLog.Read(path);
        }
        catch (Exception e) when (Explain(path, e) is { } sentence)
        {
            throw new CommandFailedException(sentence);
        }
    }

    private static string? Explain(string path, Exception e) => e switch
    {
        UnauthorizedAccessException => $"This user cannot read {path}. Run the command as the user who built, or make the file readable.",
        InvalidDataException { InnerException: NotSupportedException unknown } =>
            $"{path} is from a version of MSBuild that this dotnet cow does not read: {OneLine(unknown.Message)}. "
                + "Install a newer version of the tool CopyOnWrite.Tool.",
        InvalidDataException =>
            $"{path} is not a complete binary log, or not a log at all: {OneLine((e.InnerException ?? e).Message)}. "
                + "A killed build or an interrupted copy leaves an incomplete log. Build again with -bl.",
        InvalidOperationException => e.Message,
        _ => null,
    };

    internal static string OneLine(string text) => text.ReplaceLineEndings(" ").TrimEnd('.');
}
