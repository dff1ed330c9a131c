using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using CopyOnWrite.Windows.Tests.Infrastructure;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Windows.Tests;

/// <summary>
/// How many file calls of ntdll a file costs the built-in task and ours, in one MSBuild, by Wine's relay trace (WINEDEBUG=+relay). Wine's
/// CopyFileEx makes fewer than Windows' own, so the numbers compare the tasks and not the systems. docs/windows.md has the table.
/// </summary>
[TestClass]
public sealed partial class SystemCallTests
{
    private static readonly string[] s_calls =
    [
        "NtCreateFile", "NtOpenFile", "NtQueryAttributesFile", "NtQueryFullAttributesFile", "NtQueryInformationFile", "NtSetInformationFile",
        "NtQueryVolumeInformationFile", "NtFsControlFile", "NtReadFile", "NtWriteFile", "NtFlushBuffersFile", "NtQueryDirectoryFile", "NtDeleteFile",
    ];

    public TestContext TestContext { get; set; } = null!;

    [TestMethod]
    public void OnNtfsAFileCostsNoMoreCallsThanWithTheBuiltIn()
    {
        Wine.Require();
        Dictionary<string, double> perFile = Count(@"C:\calls");

        foreach (string work in new[] { "new", "overwrite", "unchanged" })
        {
            Assert.IsLessThanOrEqualTo(Math.Round(perFile[$"{work} builtin"]), Math.Round(perFile[$"{work} ours"]), Evidence(perFile));
        }
    }

    [TestMethod]
    public void OnReFSACloneOfAnOldSourceCosts13CallsAndOverAFile14()
    {
        Wine.RequireClones();
        Dictionary<string, double> perFile = Count(@"D:\calls", Wine.AnHourLater);

        Assert.AreEqual(13, Math.Round(perFile["new ours"]), Evidence(perFile));
        Assert.AreEqual(14, Math.Round(perFile["overwrite ours"]), Evidence(perFile));
        Assert.AreEqual(2, Math.Round(perFile["unchanged ours"]), Evidence(perFile));
    }

    /// <summary>By "CASE TASK"; from two calls, so that what a call costs is not counted.</summary>
    private Dictionary<string, double> Count(string folder, IReadOnlyDictionary<string, string>? variables = null)
    {
        Wine.Be(19045);
        string settings = Path.Combine(Wine.DriveC, "relay.reg");
        string included = string.Join(';', s_calls.Select(call => "ntdll." + call).Prepend("kernel32.GetFileAttributesExW"));
        File.WriteAllText(settings, $"Windows Registry Editor Version 5.00\r\n\r\n[HKEY_CURRENT_USER\\Software\\Wine\\Debug]\r\n\"RelayInclude\"=\"{included}\"\r\n");
        Assert.AreEqual(0, Wine.Run("regedit", Wine.DriveC, ["/S", Wine.PathOf(settings)]).ExitCode);
        WineResult result = Wine.Run(
            WindowsPrograms.Publish("CopyOnWrite.Parity"),
            Wine.DriveC,
            ["calls", "--folder", folder, "--msbuild", Wine.PathOf(WindowsSdk.Folder)],
            new Dictionary<string, string>(variables ?? new Dictionary<string, string>()) { ["WINEDEBUG"] = "-all,+relay" });
        Assert.AreEqual(0, result.ExitCode, result.Output[^Math.Min(result.Output.Length, 4000)..]);

        var counts = new Dictionary<string, SortedDictionary<int, int>>();
        SortedDictionary<int, int>? current = null;
        int files = 0;
        foreach (string line in result.Output.Split('\n'))
        {
            if (Edge().Match(line) is { Success: true } edge)
            {
                string key = $"{edge.Groups["case"].Value} {edge.Groups["task"].Value}";
                files = int.Parse(edge.Groups["files"].Value, System.Globalization.CultureInfo.InvariantCulture);
                current = edge.Groups["edge"].Value == "begin" ? counts.GetValueOrDefault(key) ?? (counts[key] = []) : null;
            }
            else if (current is not null && line.Contains(":Call ntdll.Nt", StringComparison.Ordinal))
            {
                current[files] = current.GetValueOrDefault(files) + 1;
            }
        }

        Assert.HasCount(6, counts, "three cases, two tasks");
        Dictionary<string, double> perFile = counts.ToDictionary(
            c => c.Key, c => (c.Value.Values.Last() - c.Value.Values.First()) / (double)(c.Value.Keys.Last() - c.Value.Keys.First()));
        TestContext.WriteLine(Evidence(perFile));
        return perFile;
    }

    private static string Evidence(Dictionary<string, double> perFile) => string.Join(", ", perFile.Select(p => $"{p.Key} {p.Value:0.00}"));

    [GeneratedRegex("Call KERNEL32.GetFileAttributesExW.*calls-(?<case>[a-z]+)-(?<task>[a-z]+)-(?<files>[0-9]+)-(?<edge>begin|end)")]
    private static partial Regex Edge();
}
