using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Xml.Linq;

namespace CopyOnWrite.Build;

/// <summary>The counts of a folder of .trx files, one per test project.</summary>
internal sealed record TestResults(int Passed, int Failed, IReadOnlyList<string> FailedTests, IReadOnlyList<string> SkippedTests)
{
    internal static TestResults Read(string folder)
    {
        XNamespace trx = "http://microsoft.com/schemas/VisualStudio/TeamTest/2010";
        var results = Directory.EnumerateFiles(folder, "*.trx").Order()
            .SelectMany(file => XDocument.Load(file).Descendants(trx + "UnitTestResult"))
            .Select(result => (
                Name: (string)result.Attribute("testName")!,
                Outcome: (string)result.Attribute("outcome")!,
                Reason: result.Descendants(trx + "Message").FirstOrDefault()?.Value.Split('\n')[0].Trim()))
            .ToList();
        return new TestResults(
            results.Count(r => r.Outcome == "Passed"),
            results.Count(r => r.Outcome is not "Passed" and not "NotExecuted"),
            [.. results.Where(r => r.Outcome is not "Passed" and not "NotExecuted").Select(r => r.Name)],
            [.. results.Where(r => r.Outcome == "NotExecuted").Select(r => $"{r.Name}: {r.Reason ?? "no reason given"}")]);
    }
}
