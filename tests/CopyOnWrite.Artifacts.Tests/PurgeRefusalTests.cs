using Microsoft.Build.Utilities;

namespace CopyOnWrite.Artifacts.Tests;

/// <summary>Folders that Purge is refused for: nothing is staged there, and nothing removed.</summary>
[TestClass]
public sealed class PurgeRefusalTests : StagingTest
{
    [TestMethod]
    [DataRow(".", "the project's folder")]
    [DataRow("sub/..", "the project's folder")]
    [DataRow("..", "is or contains the project's folder")]
    [DataRow("link-to-project", "the project's folder")]
    [DataRow("deep/bin", "the staged folder")]
    [DataRow("link-to-bin", "the staged folder")]
    [DataRow("deep", "is or contains the staged folder")]
    [DataRow("link-to-deep", "is or contains the staged folder")]
    [DataRow("fine;deep", "is or contains the staged folder")]
    public void TheProjectAndTheSourceAreNotPurged(string destination, string words)
    {
        WriteAll("deep/bin/a.txt", "deep/other.txt", "more/b.txt", "fine/old.txt");
        MakeLink("link-to-project", ".");
        MakeLink("link-to-bin", "deep/bin");
        MakeLink("link-to-deep", "deep");

        // What a dry run would do is refused alike; should it not be, at least nothing above the test's folder is removed.
        Stage(task => task.DryRun = destination == "..", Item("deep/bin", destination, "Purge=true"), Item("more", "out"))
            .Failed("COW1029")
            .WithErrorOf("Item 'deep/bin' ", $"DestinationFolder='{destination}'", "Purge='true'", words)
            .WithoutMessage("Would remove")
            .WithoutMessage("Removed");

        AssertHolds("deep", "bin/a.txt", "other.txt");
        AssertHolds("fine", "old.txt");
    }

    [TestMethod]
    [DataRow(
        "deep/bin/a.txt | deep/other.txt | linked-bin -> deep/bin", "linked-bin > deep & Purge=true", "COW1029", "",
        DisplayName = "a folder that has the source in it, through a link")]
    [DataRow(
        "bin/sub/a.txt | above/sub/.git/HEAD | above/sub/old.txt", "bin > above & Purge=true", "COW1029",
        "-above/sub/old.txt | above/sub/a.txt", DisplayName = "a repository in the destination keeps its git folder")]
    [DataRow(
        "bin/a.txt | bin/out/old.txt", "bin > bin/out & Purge=true & DirExclude=out", "1 staged, 0 skipped",
        "-bin/out/old.txt | bin/out/a.txt", DisplayName = "a folder in the source is not refused")]
    public void TheFilesAfter(string before, string items, string result, string after) => StageAndCompare(before, items, result, after);

    [TestMethod]
    [DataRow("repository/.git", "is a git directory or inside one")]
    [DataRow("repository/.git/artifacts/new", "is a git directory or inside one")]
    [DataRow("link-to-git", "is a git directory or inside one")]
    [DataRow("link-to-git/refs", "is a git directory or inside one")]
    [DataRow("bare", "is a git directory or inside one")]
    [DataRow("bare/refs", "is a git directory or inside one")]
    [DataRow("repository", "is the root of a git repository")]
    [DataRow("worktree", "is the root of a git repository")]
    [DataRow("repository/artifacts", null)]
    public void ARepositoryIsNotPurged(string destination, string? words)
    {
        WriteAll("bin/a.txt", "repository/old.txt", "repository/artifacts/old.txt", "worktree/.git", "worktree/old.txt");
        foreach (string git in new[] { "repository/.git", "bare" })
        {
            WriteAll($"{git}/HEAD", $"{git}/objects/12", $"{git}/refs/heads/main");
        }

        MakeLink("link-to-git", "repository/.git");

        StagingRun run = Stage(Item("bin", destination, "Purge=true"));

        if (words is null)
        {
            run.Succeeded(staged: 1);
        }
        else
        {
            run.Failed("COW1029").WithErrorOf("Item 'bin' ", $"DestinationFolder='{destination}'", words).WithoutMessage("Removed");
            AssertHolds("repository", ".git/HEAD", ".git/objects/12", ".git/refs/heads/main", "artifacts/old.txt", "old.txt");
            AssertHolds("worktree", ".git", "old.txt");
        }
    }

    [TestMethod]
    [DataRow("above/repository/.git/HEAD")]
    [DataRow("above/deep/repository/.git/HEAD")]
    [DataRow("above/worktree/.git")]
    public void WhatLiesAboveARepositoryIsNotPurgedOfIt(string git)
    {
        WriteAll("bin/a.txt", git, "above/old.txt");

        foreach (bool dryRun in new[] { true, false })
        {
            Stage(task => task.DryRun = dryRun, Item("bin", "above", "Purge=true"))
                .Failed("COW1029")
                .WithErrorOf("would remove", ".git", "of a git repository");
        }

        AssertHolds("above", "a.txt", git["above/".Length..]);
    }

    [TestMethod]
    public void AHomeAndWhatIsAboveItAreNotPurged()
    {
        WriteAll("project/bin/a.txt", "homes/me/letter.txt", "homes/other.txt");
        MakeLink("link-to-home", "homes/me");
        string? home = Environment.GetEnvironmentVariable("HOME");
        Tools.SkipUnless(!OperatingSystem.IsWindows(), "There the system says what is home.");
        try
        {
            Environment.SetEnvironmentVariable("HOME", PathOf("homes/me"));
            foreach (string destination in new[] { "homes/me", "homes", "link-to-home" })
            {
                AssertRefused(PathOf(destination), "home folder");
            }

            Assert.IsTrue(Allows(PathOf("homes/me/artifacts"), out _), "A folder in a home is refused.");
        }
        finally
        {
            Environment.SetEnvironmentVariable("HOME", home);
        }
    }

    [TestMethod]
    [DataRow("")]
    [DataRow("..")]
    [DataRow("../..")]
    public void ARootIsNotPurged(string above)
    {
        // Not tested with the task: a fault would empty the machine.
        AssertRefused(Path.Combine(Path.GetPathRoot(Folder)!, above), "is a root");
    }

    private void AssertRefused(string destination, string words)
    {
        Assert.IsFalse(Allows(destination, out RecordingEngine engine), $"Purge of {destination} is allowed.");
        Assert.Contains(words, engine.ToString());
        Assert.Contains("COW1029", engine.ToString());
    }

    /// <summary>Asks the guard alone: nothing can be removed by that.</summary>
    private bool Allows(string destination, out RecordingEngine engine)
    {
        WriteAll("project/bin/a.txt");
        engine = new RecordingEngine();
        var log = new StagingLog(new TaskLoggingHelper(new Robocopy { BuildEngine = engine }));
        var item = StagedItem.Parse(
            new ProjectItem(PathOf("project"), "bin", $"DestinationFolder={destination}", "Purge=true"), PathOf("project"), log);
        return new PurgeGuard(FileCloner.ForThisSystem()!, log, PathOf("project")).Allows(item!);
    }
}
