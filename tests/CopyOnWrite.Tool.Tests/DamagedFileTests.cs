using CopyOnWrite.Tool.Report;

namespace CopyOnWrite.Tool.Tests;

/// <summary>Files and messages that the tool takes or refuses, and never throws for; most were found by the fuzz tests.</summary>
[TestClass]
public sealed class DamagedFileTests
{
    private const string OneFile = """{"from":"/a","to":"/b","outcome":"copied","bytes":5}""";

    [TestMethod]
    [DataRow("files\":[null]")]
    [DataRow("""files":[{"from":null,"to":"/b","outcome":"copied","bytes":5}]""")]
    [DataRow("""files":[{"from":[],"to":"/b","outcome":"copied","bytes":5}]""")]
    [DataRow("""files":[{"from":"/a","to":"/b","outcome":"copied","bytes":-5}]""")]
    [DataRow("files\":[\"\ud800\"]")]
    [DataRow("unchanged\":-1")]
    [DataRow("milliseconds\":1e999")]
    public void ARecordThatIsDamagedIsRefused(string part)
    {
        Assert.HasCount(1, CopyRecord.Parse($$"""{"format":3,"files":[{{OneFile}}]}""").Files!);
        Assert.ThrowsExactly<InvalidDataException>(() => CopyRecord.Parse($$"""{"format":3,"{{part}}}"""));
    }

    /// <summary>Windows has file names with half of a surrogate pair. The task writes them as escapes: the log is whole.</summary>
    [TestMethod]
    [DataRow(@"/out/\ud83d.dll", "/out/\ufffd.dll")]
    [DataRow(@"/out/\uDE00\ud83d\""\\\/\tx", "/out/\ufffd\ufffd\"\\/\tx")]
    [DataRow(@"/out/\ud83d\uDE00 \\ud83d", "/out/\U0001F600 \\ud83d")]
    public void ANameWithHalfACharacterIsTakenAndReported(string escaped, string name)
    {
        CopyRecord record = CopyRecord.Parse(
            $$"""{"format":3,"files":[{{OneFile}},{"from":"/a","to":"{{escaped}}","outcome":"left","reason":"caf\u00e9","bytes":0}]}""");

        CopyRecordFile file = record.Files![1];
        Assert.AreEqual((name, "caf\u00e9"), (file.To, file.Reason));
        CopyReport report = CopyReport.Of(LogOf("/repo/app.csproj", record));
        Assert.AreEqual(2, report.Total.Files);
        Assert.IsNotEmpty(JsonSerializer.Serialize(report, JsonFormat.Options));
    }

    [TestMethod]
    public void ARecordOfAnotherFormatIsRefusedInASentence()
    {
        InvalidDataException refused = Assert.ThrowsExactly<InvalidDataException>(() =>
            CopyRecord.Parse("""{"format":1,"time":"2026-11-21T21:48:10.59Z","folder":"/repo/app","cloned":1}"""));
        Assert.Contains("has format 1", refused.Message);
        Assert.Contains("use the `dotnet cow` of the version", refused.Message);
    }

    [TestMethod]
    [DataRow(0, "/repo/app.csproj", "Copying file from \"a\0b\" to \"c\".")]
    [DataRow(0, "/repo/app.csproj", "Copying file from \"a\" to \"\".")]
    [DataRow(0, "/repo/app.csproj", "Copying file from \"\" to \"c\".")]
    [DataRow(1, "", "Copying file from \"/nothing/a\" to \"/nothing/b\".")]
    [DataRow(1, "a\0b", "Copying file from \"/nothing/a\" to \"/nothing/b\".")]
    public void AMessageWithoutPathsIsNotCountedAndACallWithoutAProjectIs(int files, string project, string message) =>
        Assert.AreEqual(files, CopyReport.Of(LogOf(project, null, message)).Total.Files);

    [TestMethod]
    public void SizesThatAddUpToMoreThanANumberHoldsAreRefused()
    {
        string file = OneFile.Replace(":5", $":{long.MaxValue}", StringComparison.Ordinal);
        BuildLog log = LogOf("/repo/app.csproj", CopyRecord.Parse($$"""{"format":3,"files":[{{file}},{{file}}]}"""));
        Assert.Contains("Build again", Assert.ThrowsExactly<CommandFailedException>(() => CopyReport.Of(log)).Message);
    }

    private static BuildLog LogOf(string project, CopyRecord? record, params string[] messages) =>
        new([new LoggedCall(project, "Copies", TimeSpan.Zero, string.Empty, true, messages) { Record = record }], [], [], []);
}
