using CopyOnWrite.Windows.Tests.Infrastructure;

namespace CopyOnWrite.Windows.Tests;

/// <summary>
/// How many file calls of ntdll a file costs the built-in task and ours, in one MSBuild, by Wine's relay trace (WINEDEBUG=+relay). Wine's
/// CopyFileEx makes fewer than Windows' own, so the numbers compare the tasks and not the systems. docs/reference/platforms.md has them.
/// </summary>
[TestClass]
public sealed partial class SystemCallTests
{
    private static readonly string[] s_calls =
    [
        "NtCreateFile", "NtOpenFile", "NtQueryAttributesFile", "NtQueryFullAttributesFile", "NtQueryInformationFile",
        "NtSetInformationFile",
        "NtQueryVolumeInformationFile", "NtFsControlFile", "NtReadFile", "NtWriteFile", "NtFlushBuffersFile", "NtQueryDirectoryFile",
        "NtDeleteFile",
    ];

    public TestContext TestContext { get; set; } = null!;

    /// <summary>A new file is renamed, and a replaced one's time set once more, which the built-in does not do.</summary>
    [TestMethod]
    public void OnNtfsAFileThatIsWrittenCostsOneCallMoreThanWithTheBuiltInAndAnUnchangedOneNone()
    {
        Wine.Require();
        Dictionary<string, double> calls = Count(@"C:\calls");

        foreach (string work in new[] { "new", "overwrite", "unchanged" })
        {
            int more = work == "unchanged" ? 0 : 1;
            Assert.IsLessThanOrEqualTo(Math.Round(calls[$"{work} builtin"]) + more, Math.Round(calls[$"{work} ours"]), Evidence(calls));
        }
    }

    [TestMethod]
    public void OnReFSACloneOfAnOldSourceCosts14CallsAndOverAFile16()
    {
        Wine.RequireClones();
        Dictionary<string, double> calls = Count(@"D:\calls", Wine.AnHourLater);

        Assert.AreEqual(14, Math.Round(calls["new ours"]), Evidence(calls));
        Assert.AreEqual(16, Math.Round(calls["overwrite ours"]), Evidence(calls));
        Assert.AreEqual(2, Math.Round(calls["unchanged ours"]), Evidence(calls));
    }

    [TestMethod]
    public void OnReFSACloneOfASourceThatIsFlushedCosts19Calls()
    {
        Wine.RequireClones();
        Dictionary<string, double> calls = Count(@"D:\calls", null, "--clone-recent");

        Assert.AreEqual(19, Math.Round(calls["new ours"]), Evidence(calls));
    }

    /// <summary>Maps "CASE TASK" to what one more file costs, and "CASE TASK, one file" to a call of one.</summary>
    private Dictionary<string, double> Count(
        string folder, IReadOnlyDictionary<string, string>? variables = null, params string[] arguments)
    {
        Wine.Be(19045);
        string settings = Path.Combine(Wine.DriveC, "relay.reg");
        string included = string.Join(
            ';',
            ["kernel32.GetFileAttributesExW", "kernel32.CreateFileW", "kernel32.CloseHandle", .. s_calls.Select(call => "ntdll." + call)]);
        File.WriteAllText(
            settings,
            "Windows Registry Editor Version "
            + $"5.00\r\n\r\n[HKEY_CURRENT_USER\\Software\\Wine\\Debug]\r\n\"RelayInclude\"=\"{included}\"\r\n");
        Assert.AreEqual(0, Wine.Run("regedit", Wine.DriveC, ["/S", Wine.PathOf(settings)]).ExitCode);
        WineResult result = Wine.Run(
            WindowsPrograms.Publish("CopyOnWrite.Parity"),
            Wine.DriveC,
            ["calls", "--folder", folder, "--msbuild", Wine.PathOf(WindowsSdk.Folder), .. arguments],
            new Dictionary<string, string>(variables ?? new Dictionary<string, string>())
            {
                ["WINEDEBUG"] = "-all,+relay",

                // One thread: the built-in's look for a folder as often as they meet.
                ["MSBUILDCOPYTASKPARALLELISM"] = "1",
            });
        Assert.AreEqual(0, result.ExitCode, result.Output[^Math.Min(result.Output.Length, 4000)..]);

        var counts = new Dictionary<string, SortedDictionary<int, int>>();
        int count = 0;
        int folderAsked = 0;
        bool asksFolder = false;
        foreach (string line in result.Output.Split('\n'))
        {
            // The task asks again each second which volume a folder is on (FolderVolumeCache): how often a call does depends on the
            // machine.
            bool opensFolder = FolderOpened().IsMatch(line);
            folderAsked += opensFolder ? 1 : 0;
            asksFolder = opensFolder || (asksFolder && !line.Contains(":Call KERNEL32.CloseHandle", StringComparison.Ordinal));
            if (Edge().Match(line) is { Success: true } edge)
            {
                if (edge.Groups["edge"].Value == "end")
                {
                    string key = $"{edge.Groups["case"].Value} {edge.Groups["task"].Value}";
                    int files = int.Parse(edge.Groups["files"].Value, System.Globalization.CultureInfo.InvariantCulture);
                    SortedDictionary<int, int> byFiles = counts.GetValueOrDefault(key) ?? (counts[key] = []);
                    byFiles[files] = Math.Min(count, byFiles.GetValueOrDefault(files, int.MaxValue));
                }

                count = 0;
            }
            else if (!asksFolder && line.Contains(":Call ntdll.Nt", StringComparison.Ordinal))
            {
                count++;
            }
        }

        Assert.HasCount(6, counts, "three cases, two tasks");
        var calls = new Dictionary<string, double>();
        foreach ((string key, SortedDictionary<int, int> byFiles) in counts)
        {
            int[] numbers = [.. byFiles.Keys];
            Assert.HasCount(3, numbers, key);
            calls[key] = (byFiles[numbers[2]] - byFiles[numbers[1]]) / (double)(numbers[2] - numbers[1]);
            calls[$"{key}, one file"] = byFiles[numbers[0]];
        }

        TestContext.WriteLine($"{Evidence(calls)}; folders asked {folderAsked} times");
        return calls;
    }

    private static string Evidence(Dictionary<string, double> calls) => string.Join("; ", calls.Select(p => $"{p.Key} {p.Value:0.00}"));

    /// <summary>
    /// The folder of the sources or of the destinations, with a backslash at its end (Win32Path.FolderOf), printed twice.
    /// </summary>
    [GeneratedRegex(@":Call KERNEL32\.CreateFileW\([^L]*L""[^""]*\\[os]\\\\"",")]
    private static partial Regex FolderOpened();

    [GeneratedRegex("Call KERNEL32.GetFileAttributesExW.*calls-(?<case>[a-z]+)-(?<task>[a-z]+)-(?<files>[0-9]+)-(?<edge>begin|end)")]
    private static partial Regex Edge();
}
