using Microsoft.Build.Utilities;

namespace CopyOnWrite.Artifacts.Tests.Fuzz;

/// <summary>Items with metadata of any text: understood or refused, with an error.</summary>
[TestClass]
[TestCategory(Fuzzer.Category)]
public sealed class ItemFuzzTests
{
    private const char Between = '|';

    [TestMethod]
    public void AnItemToStage()
    {
        string[] metadata = StagedItem.Metadata;
        Fuzzer.Text(
            [
                "bin|out|*.dll;*.exe|*.pdb|obj|true|false|True|FALSE",
                "/a/b|../c; d ;e\\f|\"a b?.txt\" x*y*z|sub/*.txt|/rooted/*||||false",
            ],
            text =>
            {
                string[] texts = text.Split(Between);
                var engine = new RecordingEngine();
                var item = new TaskItem(texts[0]);
                for (int i = 1; i < texts.Length && i <= metadata.Length; i++)
                {
                    item.SetMetadata(metadata[i - 1], texts[i]);
                }

                var log = new StagingLog(engine, new TaskLoggingHelper(engine, "Robocopy"));
                StagedItem? understood = StagedItem.Parse(item, "/repo/project", log);
                Assert.AreEqual(understood is null, engine.Events.Count > 0, engine.ToString());
                if (understood is not null)
                {
                    foreach (NamePatterns patterns in new[] { understood.FileMatch, understood.FileExclude, understood.DirExclude })
                    {
                        _ = patterns.Match(understood.Source, "sub/folder", "a b.txt");
                    }
                }

                return understood is not null;
            },
            few: 3_000);
    }

    [TestMethod]
    public void NamesAndPatterns() => Fuzzer.Text(
        ["*.dll|some.package.dll", "a?c*|abc.txt", "\"with space\" sub/*.txt|with space", "/rooted/*.txt, other|other"],
        text =>
        {
            int bar = text.LastIndexOf(Between);
            string name = text[(bar + 1)..];
            string names = text[..Math.Max(bar, 0)];
            return NamePatterns.TryParse(names, ofFolders: false, out NamePatterns ofFiles)
                && NamePatterns.TryParse(names, ofFolders: true, out NamePatterns ofFolders)
                && (ofFiles.Match("/folder", "sub", name) | ofFolders.Match("/folder", "sub", name));
        },
        few: 10_000);
}
