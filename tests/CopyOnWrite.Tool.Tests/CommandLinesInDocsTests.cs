using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using CopyOnWrite.Testing;
using CopyOnWrite.Tool.Tests.Infrastructure;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tool.Tests;

/// <summary>The pages and the templates of pipelines name options that there are.</summary>
[TestClass]
public sealed class CommandLinesInDocsTests
{
    [TestMethod]
    [DataRow("report", 3)]
    [DataRow("doctor", 3)]
    [DataRow("bench", 8)]
    public void EveryOptionIsInTheHelp(string command, int atLeast)
    {
        string docs = Path.Combine(RepositoryRoot.Folder, "docs");
        string help = Cow.Run(docs, [command, "--help"]).Ended(0).Text
            + Cow.Run(docs, command == "bench" ? ["bench", "merge", "--help"] : [command, "--help"]).Text;
        string[] lines = [.. Directory.EnumerateFiles(docs, "*.md", SearchOption.AllDirectories)
            .Concat(Directory.EnumerateFiles(Path.Combine(docs, "guide", "pipelines")))
            .SelectMany(File.ReadLines).Where(line => line.Contains($"dotnet cow {command} ", System.StringComparison.Ordinal))];
        string[] unknown = [.. lines.SelectMany(line => Regex.Matches(line.Split('#')[0], @"(?<= )--[\w-]+").Select(option => option.Value))
            .Distinct()
            .Where(option =>
                !help.Contains(option + " ", System.StringComparison.Ordinal)
                    && !help.Contains(option + "\n", System.StringComparison.Ordinal))];
        Assert.IsEmpty(unknown, string.Join(", ", unknown));
        Assert.IsGreaterThanOrEqualTo(atLeast, lines.Length);
    }
}
