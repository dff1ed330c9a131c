namespace CopyOnWrite.Sdk.Tests;

/// <summary>System calls of a file in a real build: those that name it, by its path or a descriptor. MSBuild's own fall out.</summary>
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

    private static readonly Regex s_call = new(@"^(?<name>\w+)\(");

    [TestMethod]
    [DataRow("btrfs")]
    [DataRow("xfs")]
    public void ACloneIntoAnExistingFolderTakesFourteenOneOverAFileFifteenAndAnUnchangedFileTwo(string volumeName)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require(volumeName);
        Repo repo = MakeRepo(volume);

        string[] cloned = Trace(repo, "cloned", skipUnchanged: false);
        Assert.AreEqual(Size, new FileInfo(repo.PathOf($"out/{Files - 1}.bin")).Length);
        string[] replaced = Trace(repo, "cloned", skipUnchanged: false);
        string[] unchanged = Trace(repo, "unchanged", skipUnchanged: true);
        Directory.Delete(repo.PathOf("out"), recursive: true);
        Directory.CreateDirectory(repo.PathOf("out"));
        string[] notThere = Trace(repo, "cloned", skipUnchanged: true);

        const string Clone = "close 3, flock 2, ioctl 1, linkat 1, openat 3, utimensat 1";
        AssertPerFile($"{Clone}, statx 3", cloned, "a clone");
        AssertPerFile(
            "close 2, fcntl 1, flock 2, ioctl 1, openat 2, renameat 1, statx 4, utimensat 2", replaced, "a clone over an existing file");
        AssertPerFile("statx 2", unchanged, "an unchanged file");
        AssertPerFile($"{Clone}, statx 4", notThere, "a clone by a call with SkipUnchangedFiles, which asks for the destination first,");
    }

    [TestMethod]
    [DataRow("plain")]
    [DataRow("tmpfs")]
    public void AVolumeThatCannotCloneIsAskedOnceInABuildOfManyCalls(string volumeName)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require(volumeName);
        Repo repo = MakeRepo(volume);
        repo.WriteCopies("""
            <Copy SourceFiles="@(Source)" DestinationFolder="one" />
            <Copy SourceFiles="in/0.bin" DestinationFolder="two" />
            <Copy SourceFiles="@(Source)" DestinationFolder="three" />
            """, """<Source Include="in/*.bin" />""");

        Assert.AreEqual(1, ClonesTried());
        Array.ForEach(["one", "two", "three"], folder => Directory.Delete(repo.PathOf(folder), recursive: true));
        Assert.AreEqual((2 * Files) + 1, ClonesTried(Repo.BuiltIn), "The built-in asks for every file; if not, this test cannot fail.");

        // strace names the request by all its names: FICLONE or BTRFS_IOC_CLONE.
        int ClonesTried(params string[] arguments) => TracedBuild.Run(repo, "copies.proj", "ioctl", arguments)
            .Lines.Count(line => line.Contains("FICLONE", StringComparison.Ordinal));
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
        repo.WriteCopies("""<Copy SourceFiles="@(Source)" DestinationFolder="out" SkipUnchangedFiles="$(Skip)" />""",
            """<Source Include="in/*.bin" />""");
        return repo;
    }

    /// <summary>The lines of the calls that name one of the files.</summary>
    private static string[] Trace(Repo repo, string name, bool skipUnchanged)
    {
        TracedBuild traced = TracedBuild.Run(repo, "copies.proj", "%file,%desc", $"-p:Skip={skipUnchanged}");
        Assert.Contains($"{Files} {name}", traced.Output, "The files were not treated as this test wants to count them.");
        return [.. traced.Lines.Where(line => s_call.IsMatch(line) && s_file.IsMatch(line))];
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
