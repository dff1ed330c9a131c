using System.Text.Json;
using System.Text.Json.Nodes;
using CopyOnWrite.Tool.Bench;
using CopyOnWrite.Tool.Output;
using CopyOnWrite.Tool.Report;
using CopyOnWrite.Tool.Tests.Infrastructure;

namespace CopyOnWrite.Tool.Tests;

/// <summary>Files and messages that the tool takes or refuses, and never throws for; most were found by the fuzz tests.</summary>
[TestClass]
public sealed class DamagedFileTests
{
    private const string OneFile = """{"from":"/a","to":"/b","outcome":"copied","bytes":5}""";

    [TestMethod]
    [DataRow("null")]
    [DataRow("""{"from":"/a","outcome":"copied","bytes":5}""")]
    [DataRow("""{"from":null,"to":"/b","outcome":"copied","bytes":5}""")]
    [DataRow("""{"from":"/a","to":"/b","outcome":"copied","bytes":-5}""")]
    [DataRow("\"\ud800\"")]
    public void ARecordWithAFileThatIsNoneIsRefused(string file)
    {
        Assert.HasCount(1, CopyRecord.Parse($$"""{"format":3,"files":[{{OneFile}}]}""").Files!);
        Assert.ThrowsExactly<InvalidDataException>(() => CopyRecord.Parse($$"""{"format":3,"files":[{{OneFile}},{{file}}]}"""));
    }

    /// <summary>
    /// Windows has file names with half of a surrogate pair. The task writes them as escapes, and the log is as whole as any.
    /// </summary>
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
    [DataRow("5")]
    [DataRow("[]")]
    [DataRow("true")]
    public void ARecordWithAnotherThingWhereANameIsToBeIsRefused(string name) => Assert.ThrowsExactly<InvalidDataException>(
        () => CopyRecord.Parse($$"""{"format":3,"files":[{"from":{{name}},"to":"/b","outcome":"copied","bytes":5}]}"""));

    [TestMethod]
    [DataRow("-1")]
    [DataRow("1e999")]
    public void ARecordWithANumberThatItCannotHaveIsRefused(string number)
    {
        Assert.ThrowsExactly<InvalidDataException>(() => CopyRecord.Parse($$"""{"format":3,"unchanged":{{number}}}"""));
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
    [DataRow("Copying file from \"a\0b\" to \"c\".")]
    [DataRow("Copying file from \"a\" to \"\".")]
    [DataRow("Copying file from \"\" to \"c\".")]
    public void AMessageWithoutPathsIsNotCounted(string message) =>
        Assert.AreEqual(0, CopyReport.Of(LogOf("/repo/app.csproj", null, message)).Total.Files);

    [TestMethod]
    [DataRow("")]
    [DataRow("a\0b")]
    public void ACallWithoutAProjectIsCounted(string project) =>
        Assert.AreEqual(1, CopyReport.Of(LogOf(project, null, "Copying file from \"/nothing/a\" to \"/nothing/b\".")).Total.Files);

    [TestMethod]
    public void SizesThatAddUpToMoreThanANumberHoldsAreRefused()
    {
        string file = OneFile.Replace(":5", $":{long.MaxValue}", StringComparison.Ordinal);
        BuildLog log = LogOf("/repo/app.csproj", CopyRecord.Parse($$"""{"format":3,"files":[{{file}},{{file}}]}"""));
        Assert.Contains("Build again", Assert.ThrowsExactly<BadInputException>(() => CopyReport.Of(log)).Message);
    }

    [TestMethod]
    [DataRow("format", "1")]
    [DataRow("volumes", "[null]")]
    [DataRow("volumes", "null")]
    [DataRow("volumes.0.machine", "null")]
    [DataRow("volumes.0.arms.0", "null")]
    [DataRow("volumes.0.arms.0.runs", "null")]
    [DataRow("volumes.0.arms.0.runs.0", "null")]
    [DataRow("volumes.0.arms.0.runs.0.round", "2", DisplayName = "a round twice")]
    [DataRow("volumes.0.arms.0.runs.0.times", "{}", DisplayName = "no clean build")]
    [DataRow("volumes.0.arms.0.runs.0.times.clean", "null")]
    [DataRow("volumes.0.arms.0.runs.0.times.clean.wall", "0")]
    [DataRow("volumes.0.arms.0.runs.0.times.clean.wall", "1e999")]
    [DataRow("volumes.0.arms.0.runs.0.times.clean.copy", "-1")]
    [DataRow("volumes.0.arms.0.kind", "77")]
    [DataRow("volumes.0.arms.0.kind", "\"sdk\"", DisplayName = "an arm twice")]
    [DataRow("volumes.0.arms.0.outputs.differences", "null")]
    public void AResultOfBenchThatWasEditedIsRefused(string place, string value)
    {
        JsonNode result = JsonSerializer.SerializeToNode(BenchResults.Of([1, 2, 3], [1, 2, 3]), JsonFormat.Options)!;
        Assert.IsNotNull(BenchFiles.Parse(result.ToJsonString(), "result.json"));
        string[] names = place.Split('.');
        JsonNode node = result;
        foreach (string name in names[..^1])
        {
            node = int.TryParse(name, out int index) ? node[index]! : node[name]!;
        }

        // Infinity is a number that is too large, which a node does not take.
        string marker = "\"PUT HERE\"";
        if (int.TryParse(names[^1], out int last))
        {
            node[last] = "PUT HERE";
        }
        else
        {
            node[names[^1]] = "PUT HERE";
        }

        string edited = result.ToJsonString().Replace(marker, value, StringComparison.Ordinal);
        Assert.Contains(
            "result.json is not a result of",
            Assert.ThrowsExactly<BadInputException>(() => BenchFiles.Parse(edited, "result.json")).Message);
    }

    [TestMethod]
    [DataRow("NaN")]
    [DataRow("Infinity%")]
    public void APercentageIsANumber(string text) => Assert.ThrowsExactly<BadInputException>(() => BenchCommand.Percent(text));

    [TestMethod]
    public void AnEntryWhoseTimeIsBeyondTheYear9999IsRead()
    {
        using var folder = VolumeUnderTest.Require("tmpfs");    // Others have no such time.
        string entry = folder.PathOf("0123456789abcdef.entry");
        File.WriteAllText(entry, "content");
        Command.OutputOf("touch", "-d", "@253402300800", entry);    // 10000-01-01.
        File.WriteAllText(folder.PathOf("CACHEDIR.TAG"), "Signature: 8a477f597d28d172789f06886806bc55\n# CopyOnWrite.Sdk ");
        CacheEntry read = FileCloner.ForThisSystem()!.ReadCache(folder.Folder).Entries.Single();
        Assert.AreEqual((7, DateTime.MinValue), (read.Bytes, read.LastUsed));
    }

    private static BuildLog LogOf(string project, CopyRecord? record, params string[] messages) =>
        new([new LoggedCall(project, "Copies", TimeSpan.Zero, string.Empty, true, messages) { Record = record }], [], [], []);
}
