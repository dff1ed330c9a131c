namespace CopyOnWrite.Tests;

/// <summary>What the strategies for Unix do besides: permission bits, the umask, pipes.</summary>
public abstract class UnixCopyConformance : CopyConformance
{
    private protected override string TemporaryOf(string destination) => Path.Combine(
        Path.GetDirectoryName(destination)!, $".cow-{NativePath.HashOfName(Encoding.UTF8.GetBytes(destination + '\0')):x16}.user");

    /// <summary>With its ending zero it is as long as a path may be.</summary>
    [TestMethod]
    public void TheLongestPathThatEndsWithASlashIsNotHandled()
    {
        string longest = Volume.Folder + "/";
        while (longest.Length < NativePath.MaximumLength - 3)
        {
            longest += "x/";
        }

        longest = longest.PadRight(NativePath.MaximumLength - 1, '/');
        Assert.AreEqual(OutcomeKind.NotHandled, Strategy.Copy(Small, longest).Kind);
        AssertOnly("source");
    }

    [TestMethod]
    [DoNotParallelize]
    public void EveryFileGetsTheModeThatTheBuiltInTaskLeavesOfWhichTheUmaskTakesNothingAway()
    {
        using IDisposable _ = Files.Umask(Convert.ToUInt32("077", 8));
        string[] kept = ["644", "755", "640", "751", "777", "644", "755", "600", "777", "666"];
        (string, string)[] changed = [("4755", "755"), ("2755", "755"), ("444", "644"), ("555", "755"), ("400", "600")];
        foreach ((int i, (string mode, string expected)) in kept.Select(mode => (mode, mode)).Concat(changed).Index())
        {
            string source = Files.Write(Volume.PathOf($"source{i}"), 5000, (UnixFileMode)Convert.ToInt32(mode, 8));

            Strategy.Copy(source, Volume.PathOf($"destination{i}"));

            Assert.AreEqual(expected, ModeOf($"destination{i}"), $"{i}: {mode}");
        }
    }

    [TestMethod]
    public void APipeAsSourceIsNotHandledAndNotWaitedFor()
    {
        Command.OutputOf("mkfifo", Volume.PathOf("pipe"));
        AssertNotHandled(Volume.PathOf("pipe"), Volume.PathOf("destination"), Reason.SourceIsNotAFile, "pipe");
        IOException refused = Assert.ThrowsExactly<IOException>(() => Library.CloneOrCopy(Volume.PathOf("pipe"), Destination));
        Assert.Contains(ReasonText.Of(Reason.SourceIsNotAFile), refused.Message);
    }

    /// <summary>The old program keeps its file, which is mapped, and the new one is another file, as macOS' signatures need.</summary>
    [TestMethod]
    [DoNotParallelize] // A process that another test starts at this moment has the program open to write until it calls execve: ETXTBSY.
    public void ARunningProgramIsReplacedAndRunsOnAndTheNewOneStarts()
    {
        File.Copy("/bin/cat", Volume.PathOf("old"));
        File.Copy("/bin/echo", Volume.PathOf("new"));
        string program = Volume.PathOf("program");
        Assert.AreNotEqual(OutcomeKind.NotHandled, Strategy.Copy(Volume.PathOf("old"), program).Kind);
        string file = FileStatus.Of(program).Identity;
        var start = new ProcessStartInfo(program) { RedirectStandardInput = true, RedirectStandardOutput = true };
        using Process running = Process.Start(start)!;
        try
        {
            Assert.AreNotEqual(OutcomeKind.NotHandled, Strategy.Copy(Volume.PathOf("new"), program).Kind);

            Assert.AreNotEqual(file, FileStatus.Of(program).Identity);
            CollectionAssert.AreEqual(File.ReadAllBytes("/bin/cat"), File.ReadAllBytes($"/proc/{running.Id}/exe"));
            running.StandardInput.WriteLine("still here");
            Assert.AreEqual("still here", running.StandardOutput.ReadLine());
            using Process restarted = Process.Start(new ProcessStartInfo(program, "new") { RedirectStandardOutput = true })!;
            Assert.AreEqual("new", restarted.StandardOutput.ReadLine());
        }
        finally
        {
            running.StandardInput.Close();
            running.WaitForExit();
        }
    }

    [TestMethod]
    public void OnlyNamesWithTheBeginningAreListed()
    {
        Array.ForEach([".cow-1", ".co", "cow-"], name => Files.Write(Volume.PathOf(name), 1));
        List<FolderEntry> entries = [];

        Assert.IsTrue(Strategy.TryList(Volume.Folder, entries, out _, ".cow-"));

        CollectionAssert.AreEqual(new[] { new FolderEntry(".cow-1", EntryKind.File) }, entries);
    }

    [TestMethod]
    public void ATreesModesAndLinksAreKept()
    {
        File.SetUnixFileMode(Path.Combine(Tree, "large"), (UnixFileMode)Convert.ToInt32("440", 8));
        File.SetUnixFileMode(Path.Combine(Tree, "sub"), (UnixFileMode)Convert.ToInt32("1550", 8));
        Links.MakeHardLink(Path.Combine(Tree, "large"), Path.Combine(Tree, "again"));
        File.CreateSymbolicLink(Path.Combine(Tree, "nowhere"), "../elsewhere");
        Directory.CreateSymbolicLink(Path.Combine(Tree, "around"), ".");

        for (int round = 0; round < 2; round++)
        {
            IReadOnlyList<TreeEntry> done = Library.CloneTree(
                Tree, Volume.PathOf("clone"), new CloneTreeOptions { Overwrite = round > 0 });

            Assert.HasCount(5, done);
            AssertEntries(
                [.. done.Where(entry => entry.Path is not ("large" or "again"))],
                $"sub/small {TreeEntryKind.File}", $"nowhere {TreeEntryKind.SymbolicLink}", $"around {TreeEntryKind.SymbolicLink}");
            CollectionAssert.AreEquivalent(
                new[] { TreeEntryKind.File, TreeEntryKind.HardLink },
                done.Where(entry => entry.Path is "large" or "again").Select(entry => entry.Kind).ToArray(),
                string.Join('\n', done));
            Assert.AreEqual("440", ModeOf("clone/large"));
            Assert.AreEqual("1550", ModeOf("clone/sub"));
            Assert.AreEqual("../elsewhere", new FileInfo(Volume.PathOf("clone/nowhere")).LinkTarget);
            Assert.AreEqual(".", new FileInfo(Volume.PathOf("clone/around")).LinkTarget);
            Assert.AreEqual(
                File.GetLastWriteTimeUtc(Path.Combine(Tree, "nowhere")), File.GetLastWriteTimeUtc(Volume.PathOf("clone/nowhere")));
            Assert.IsTrue(Strategy.TryStat(Volume.PathOf("clone/large"), out FileStat first));
            Assert.IsTrue(Strategy.TryStat(Volume.PathOf("clone/again"), out FileStat second));
            Assert.AreEqual(first.Identity, second.Identity);
            Assert.AreEqual(2u, first.Links);
        }
    }

    [TestMethod]
    [DataRow(false, TreeEntryKind.Failed)]
    [DataRow(true, TreeEntryKind.Skipped)]
    public void ATreesPipeFailsOrIsSkipped(bool skips, TreeEntryKind expected)
    {
        Command.OutputOf("mkfifo", Path.Combine(Tree, "pipe"));

        IReadOnlyList<TreeEntry> done = Library.CloneTree(Tree, Volume.PathOf("clone"), new CloneTreeOptions { SkipSpecialFiles = skips });

        AssertEntries(done, $"large {TreeEntryKind.File}", $"sub/small {TreeEntryKind.File}", $"pipe {expected}");
        Assert.IsFalse(Path.Exists(Volume.PathOf("clone/pipe")));
    }

    [TestMethod]
    [DataRow(true, "elsewhere")]
    [DataRow(false, "elsewhere")]
    [DataRow(true, "nowhere")]
    [DataRow(false, "nowhere")]
    public void ATreesFolderOrFileIsNotClonedThroughALinkToOneElsewhere(bool overwrites, string target)
    {
        string elsewhere = Directory.CreateDirectory(Volume.PathOf("elsewhere")).FullName;
        File.WriteAllText(Path.Combine(elsewhere, "small"), "precious");
        Directory.CreateDirectory(Volume.PathOf("clone"));
        Directory.CreateSymbolicLink(Volume.PathOf("clone/sub"), Volume.PathOf(target));
        File.CreateSymbolicLink(Volume.PathOf("clone/large"), Path.Combine(elsewhere, "small"));

        IReadOnlyList<TreeEntry> done = Library.CloneTree(Tree, Volume.PathOf("clone"), new CloneTreeOptions { Overwrite = overwrites });

        AssertEntries(
            done,
            $"large {(overwrites ? TreeEntryKind.File : TreeEntryKind.Failed)}",
            overwrites ? $"sub/small {TreeEntryKind.File}" : $"sub {TreeEntryKind.Failed}");
        Assert.AreEqual("precious", File.ReadAllText(Path.Combine(elsewhere, "small")));
        Assert.AreEqual(overwrites, new DirectoryInfo(Volume.PathOf("clone/sub")).LinkTarget is null);
    }

    [TestMethod]
    public void ATreesLinkWhoseTargetIsNotUtf8Fails()
    {
        File.CreateSymbolicLink(Path.Combine(Tree, "link"), "\uFFFD");

        AssertEntries(
            Library.CloneTree(Tree, Volume.PathOf("clone")),
            $"large {TreeEntryKind.File}", $"sub/small {TreeEntryKind.File}", $"link {TreeEntryKind.Failed}");
    }

    [TestMethod]
    public void ATreesHardLinkFailsWithItsFile()
    {
        Links.MakeHardLink(Path.Combine(Tree, "large"), Path.Combine(Tree, "again"));
        Directory.CreateDirectory(Volume.PathOf("clone/large"));
        Directory.CreateDirectory(Volume.PathOf("clone/again"));

        IReadOnlyList<TreeEntry> done = Library.CloneTree(Tree, Volume.PathOf("clone"), new CloneTreeOptions { Overwrite = true });

        AssertEntries(done, $"large {TreeEntryKind.Failed}", $"again {TreeEntryKind.Failed}", $"sub/small {TreeEntryKind.File}");
        Assert.HasCount(1, done.Where(entry => entry.Error?.Message.Contains("which was not cloned") == true), string.Join('\n', done));
    }

    private string ModeOf(string name) => Convert.ToString((int)File.GetUnixFileMode(Volume.PathOf(name)), 8);
}
