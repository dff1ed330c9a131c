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
    [OSCondition(OperatingSystems.Linux)] // /proc has the program that runs.
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

        using PrivateTree tree = MakeTree();

        // What is known of a volume is believed for a second. Asked of no descriptor, it was "unknown", where a number is no proof.
        Thread.Sleep(1100);
        CloneTreeResult done = tree.Fill(new CloneTreeOptions { LooksAgain = true });
        Assert.AreEqual(("700", "700"), (ModeOf(tree.Name), ModeOf(Path.Combine(tree.Name, "sub"))));
        AssertDone(tree.Stamp());
        tree.Publish(TreeClone);

        CollectionAssert.AreEquivalent(
            (string[])[$"{TreeEntryKind.HardLink} 1", $"{TreeEntryKind.SymbolicLink} 2"],
            done.Counts.Where(count => count.Kind is TreeEntryKind.HardLink or TreeEntryKind.SymbolicLink)
                .Select(count => $"{count.Kind} {count.Files}").ToArray());
        Assert.AreEqual(("440", "1550"), (ModeOf("clone/large"), ModeOf("clone/sub")));
        AssertEqualTrees();
        Assert.IsTrue(Strategy.TryStat(Volume.PathOf("clone/large"), out FileStat first));
        Assert.IsTrue(Strategy.TryStat(Volume.PathOf("clone/again"), out FileStat second));
        Assert.AreEqual(first.Identity, second.Identity);
        Assert.AreEqual(2u, first.Links);
    }

    [TestMethod]
    [DataRow(false)]
    [DataRow(true)]
    public void ATreesPipeIsSkippedAndNamed(bool looksAgain)
    {
        Command.OutputOf("mkfifo", Path.Combine(Tree, "pipe"));

        CloneTreeResult done = CloneTree(Tree, TreeClone, new CloneTreeOptions { LooksAgain = looksAgain });

        Assert.AreEqual(("pipe", TreeEntryKind.Skipped), (done.Entries.Single().Path, done.Entries.Single().Kind));
        Assert.AreEqual(3, done.Counts.Sum(count => count.Files));
        Assert.IsFalse(Path.Exists(Path.Combine(TreeClone, "pipe")));
    }

    [TestMethod]
    public void AFileOfATreeThatCannotBeReadIsNamedAndTheRestIsCloned()
    {
        var options = new CloneTreeOptions { LeaveOut = path => { File.Delete(Path.Combine(Tree, "large")); return false; } };

        TreeEntry failed = CloneTree(Tree, TreeClone, options).Entries.Single();

        Assert.AreEqual(("large", TreeEntryKind.Failed), (failed.Path, failed.Kind));
        Assert.Contains(Path.Combine(Tree, "large"), failed.Error!.Message);
        Assert.DoesNotContain(".cow-", failed.Error.Message);
        Assert.IsTrue(File.Exists(Path.Combine(TreeClone, "sub", "small")));
    }

    [TestMethod]
    public void ATreeIsClonedIntoAFolderOfItsOwnOverALink()
    {
        string into = Directory.CreateSymbolicLink(Volume.PathOf("into"), Path.Combine(Tree, "sub")).FullName;

        AssertDone(CloneTree(Tree, Path.Combine(into, "clone"), new CloneTreeOptions { LooksAgain = true }));

        CollectionAssert.AreEqual(
            (string[])[Path.Combine(Tree, "sub", "clone", "sub", "small")],
            Directory.GetFileSystemEntries(Path.Combine(Tree, "sub", "clone", "sub")));
    }

    private string ModeOf(string name) => Convert.ToString((int)File.GetUnixFileMode(Path.Combine(Volume.Folder, name)), 8);
}
