using CopyOnWrite.Tool.Report;

namespace CopyOnWrite.Tool.Tests.Fuzz;

/// <summary>What Copy tasks say, in records, lines and messages: it gives a report, or the error of an invalid log.</summary>
[TestClass]
[TestCategory(Fuzzer.Category)]
public sealed class CopyLineFuzzTests
{
    private const string Record =
        """{"format":3,"time":"2026-11-21T21:48:10.59Z","folder":"/repo/app","milliseconds":1.5,"cloned":2,"clonedBytes":"""
        + """300,"fromCache":1,"fromCacheBytes":70000,"copied":1,"copiedBytes":5,"unchanged":3,"left":0,"files":["""
        + """{"from":"/repo/a.dll","to":"/repo/app/bin/a.dll","outcome":"cloned","bytes":300},"""
        + """{"from":"/p/b.dll","to":"/repo/app/bin/b.dll","outcome":"copied","reason":"DifferentVolumes","bytes":5}]}""";

    private const string BuiltIn = """{"format":3,"time":"2026-11-21T21:48:10.59Z","folder":"/repo/app","builtIn":"CopyWithoutDelete"}""";

    private const string Line = "CopyOnWrite: 12 cloned (34,500,123 bytes), 57 cloned from the cache (88,100,400 bytes), 3 copied (80 "
        + "bytes; 2 on another volume, 1 empty), 40 unchanged.";

    [TestMethod]
    public void ARecord() => Fuzzer.Text(
        [Record, BuiltIn],
        text => IsTaken(() =>
        {
            CopyRecord record = CopyRecord.Parse(text);
            Assert.IsTrue((record.Files ?? []).All(file => file is { From: not null, To: not null, Outcome: not null, Bytes: >= 0 }));
            Assert.IsTrue(record.Unchanged >= 0 && record.Cloned >= 0);
        }),
        few: 3_000);

    [TestMethod]
    public void TheReportOfWhatCallsSay() => Fuzzer.Text(
        [
            $"/repo/app/app.csproj\n_CopyFiles\n{Record}\n{Line}",
            $"/repo/lib/lib.csproj\nCopyToOutput\n{BuiltIn}\nCopying file from \"/etc/hostname\" to \"bin/hostname\".\nDid not copy from "
            + "file \"a\" to file \"b\"",
            "/repo/lib/lib.csproj\nCopyToOutput\n\nCopying file from \"../a.dll\" to \"/tmp/cow/a.dll\".\nKopiere Datei",
        ],
        text => IsTaken(() =>
        {
            BuildLog log = LogOf([.. text.Split('\n'), .. Enumerable.Repeat(string.Empty, 3)]);
            CopyReport report = CopyReport.Of(log);
            _ = ReportCommand.AsMarkdown(report).Length + report.Summary.Length;
        }),
        few: 1_000);

    /// <summary>Else it is refused: a sentence, and no other exception.</summary>
    private static bool IsTaken(Action read)
    {
        try
        {
            read();
            return true;
        }
        catch (Exception e) when (e is CommandFailedException or InvalidDataException)
        {
            return false;
        }
    }

    /// <summary>Two calls, as one build has them.</summary>
    private static BuildLog LogOf(string[] lines)
    {
        CopyRecord? record = lines[2].Length > 0 ? CopyRecord.Parse(lines[2]) : null;
        IReadOnlyList<string> messages = lines[3..];
        return new BuildLog(
            [
                new LoggedCall(lines[0], lines[1], TimeSpan.FromMilliseconds(5), "/sdk/CopyOnWrite.Sdk.Tasks.dll", true, messages)
                {
                    Record = record,
                },
                new LoggedCall(lines[0], "Other", TimeSpan.Zero, string.Empty, true, messages) { Record = record },
            ],
            [], [], []);
    }
}
