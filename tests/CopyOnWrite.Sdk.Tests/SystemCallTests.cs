namespace CopyOnWrite.Sdk.Tests;

/// <summary>
/// How many system calls a file costs, in a real build: every call that names one of the files, by its path or by a descriptor of it. So
/// what the runtime and MSBuild do beside falls out.
/// </summary>
[TestClass]
public sealed class SystemCallTests
{
    private const int Files = 100;
    private const int MostOfACall = 10;

    // A whole number of blocks, and more than any file system keeps in its metadata: nothing but a clone makes sense.
    private const int Size = 128 * 1024;

    // Calls on the file by path, or by name in an open folder; and on the file that becomes it: without a name ("#" and the inode's number,
    // made by an open of the folder), and as it replaces the old one.
    private static readonly Regex s_file = new(
        @"[""<][^"">]*/(in|out)((/|>, "")(\d+\.bin|\.cow-[0-9a-f]+\.user|#\d+)["">]|/"", [A-Z_|]*O_TMPFILE)");

    private static readonly Regex s_call = new(@"^\d+ +(?<name>\w+)\(");

    [TestMethod]
    [DataRow("btrfs")]
    [DataRow("xfs")]
    public void ACloneIntoAnExistingFolderTakesFourteenOneOverAFileFifteenAndAnUnchangedFileTwo(string volumeName)
    {
        string strace = Tools.Require("strace");
        using VolumeUnderTest volume = VolumeUnderTest.Require(volumeName);
        Repo repo = MakeRepo(volume);

        string[] cloned = Trace(strace, repo, "cloned", skipUnchanged: false);
        Assert.AreEqual(Size, new FileInfo(repo.PathOf($"out/{Files - 1}.bin")).Length);
        string[] replaced = Trace(strace, repo, "cloned", skipUnchanged: false);
        string[] unchanged = Trace(strace, repo, "unchanged", skipUnchanged: true);
        Directory.Delete(repo.PathOf("out"), recursive: true);
        Directory.CreateDirectory(repo.PathOf("out"));
        string[] notThere = Trace(strace, repo, "cloned", skipUnchanged: true);

        const string Clone = "close 3, flock 2, ioctl 1, linkat 1, openat 3, utimensat 1";
        AssertPerFile($"{Clone}, statx 3", cloned, "a clone");
        AssertPerFile(
            "close 2, fcntl 1, flock 2, ioctl 1, openat 2, renameat 1, statx 4, utimensat 2",
            replaced,
            "a clone over an existing file");
        AssertPerFile("statx 2", unchanged, "an unchanged file");
        AssertPerFile($"{Clone}, statx 4", notThere, "a clone by a call with SkipUnchangedFiles, which asks for the destination first,");
    }

    private static Repo MakeRepo(VolumeUnderTest volume)
    {
        Repo repo = Repo.New(volume);
        Directory.CreateDirectory(repo.PathOf("in"));
        Directory.CreateDirectory(repo.PathOf("out"));
        byte[] content = new byte[Size];
        for (int i = 0; i < Files; i++)
        {
            new Random(i).NextBytes(content);
            File.WriteAllBytes(repo.PathOf($"in/{i}.bin"), content);
        }

        Volume.WriteBackAll(); // A file that is not on the disk yet may be treated otherwise.
        repo.Write("copies.proj", """
            <Project>
              <Import Project="Directory.Build.props" />
              <ItemGroup><Source Include="in/*.bin" /></ItemGroup>
              <Target Name="Build"><Copy SourceFiles="@(Source)" DestinationFolder="out" SkipUnchangedFiles="$(Skip)" /></Target>
            </Project>
            """);
        return repo;
    }

    /// <summary>The lines of the calls that name one of the files.</summary>
    private static string[] Trace(string strace, Repo repo, string name, bool skipUnchanged)
    {
        string trace = repo.PathOf($"trace-{name}");

        // -y shows the path of each descriptor. %file and %desc are the calls that have paths or descriptors.
        string[] under = [strace, "-f", "-qq", "-y", "--seccomp-bpf", "-e", "trace=%file,%desc", "-e", "signal=none", "-o", trace];
        DotNetResult result = repo.Run(
            ["build", "copies.proj", "-nologo", "-m:1", "-v:detailed", $"-p:Skip={skipUnchanged}"], under: under);
        Assert.AreEqual(0, result.ExitCode, result.Output);
        Assert.Contains($"{Files} {name}", result.Output, "The files were not treated as this test wants to count them.");

        // A call that another thread's call interrupts in the trace has two lines; the first one names the file.
        return [.. File.ReadLines(trace).Where(line => s_call.IsMatch(line) && s_file.IsMatch(line))];
    }

    private static void AssertPerFile(string expected, string[] calls, string what)
    {
        // Separates a call's questions about its volume and, once a second, its folder from those about each file.
        var counts = calls.GroupBy(NameOf).Select(g => (Name: g.Key, PerFile: g.Count() / Files, Beside: g.Count() % Files)).ToList();
        string oneFile = string.Join(Environment.NewLine, calls.Where(line => Regex.IsMatch(line, @"[/""]7\.bin")));
        Assert.AreEqual(
            Sorted(expected.Split(", ")),
            Sorted(counts.Where(c => c.PerFile > 0).Select(c => $"{c.Name} {c.PerFile}")),
            string.Create(
                CultureInfo.InvariantCulture,
                $"{what} takes {(double)calls.Length / Files:0.##} system calls; of one file:{Environment.NewLine}{oneFile}"));
        Assert.IsLessThanOrEqualTo(MostOfACall, counts.Sum(c => c.Beside), $"{what}: {string.Join(", ", counts)}");
    }

    private static string Sorted(IEnumerable<string> counts) => string.Join(", ", counts.Order(StringComparer.Ordinal));

    private static string NameOf(string line) => s_call.Match(line).Groups["name"].Value;
}
