using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Xml;
using System.Xml.Linq;

namespace CopyOnWrite.Build;

/// <summary>The counts of a folder of .trx files, one per test project.</summary>
/// <param name="Unreadable">
/// Files that are no XML to their end, each with why: the test host was killed while it wrote, or the disk was full.
/// </param>
internal sealed record TestResults(
    int Passed, int Failed, IReadOnlyList<string> FailedTests, IReadOnlyList<string> SkippedTests,
    IReadOnlyList<(string Name, TimeSpan Time)> Times,
    IReadOnlyList<(string File, string Why)> Unreadable)
{
    internal static TestResults None { get; } = new(0, 0, [], [], [], []);

    internal static TestResults Read(string folder) => Of(Directory.EnumerateFiles(folder, "*.trx").Order());

    /// <summary>None where the file is missing: then the test host did not live to write it.</summary>
    internal static TestResults ReadFile(string file) => Of(File.Exists(file) ? [file] : []);

    private static TestResults Of(IEnumerable<string> files)
    {
        XNamespace trx = "http://microsoft.com/schemas/VisualStudio/TeamTest/2010";
        var unreadable = new List<(string File, string Why)>();
        var results = files
            .SelectMany(file =>
                Load(file, unreadable)
                    .Descendants(trx + "UnitTestResult")
                    .Select(result => (Project: Path.GetFileNameWithoutExtension(file), Result: result)))
            .Select(test => (
                Name: (string)test.Result.Attribute("testName")!,
                Outcome: (string)test.Result.Attribute("outcome")!,
                Reason: test.Result.Descendants(trx + "Message").FirstOrDefault()?.Value.Split('\n')[0].Trim(),
                Time: TimeSpan.TryParse((string?)test.Result.Attribute("duration"), CultureInfo.InvariantCulture, out TimeSpan time)
                    ? time
                    : TimeSpan.Zero,
                test.Project))
            .ToList();
        return new TestResults(
            results.Count(r => r.Outcome == "Passed"),
            results.Count(r => r.Outcome is not "Passed" and not "NotExecuted"),
            [.. results.Where(r => r.Outcome is not "Passed" and not "NotExecuted").Select(r => r.Name)],
            [.. results.Where(r => r.Outcome == "NotExecuted").Select(r => $"{r.Name}: {r.Reason ?? "no reason given"}")],
            [.. results.Select(r => ($"{r.Project}  {r.Name}", r.Time))],
            unreadable);
    }

    private static XDocument Load(string file, List<(string File, string Why)> unreadable)
    {
        try
        {
            return XDocument.Load(file);
        }
        catch (XmlException e)
        {
            unreadable.Add((file, e.Message));
            return new XDocument();
        }
    }
}
