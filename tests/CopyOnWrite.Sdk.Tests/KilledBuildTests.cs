namespace CopyOnWrite.Sdk.Tests;

/// <summary>
/// Real builds that are killed while they copy, each at one moment. The build after that makes what the built-in makes, and nothing is left
/// over. Every moment there is, without MSBuild around it: <c>./build.sh torture --only crash</c>, and some of them in
/// CopyOnWrite.Torture.Tests.
/// </summary>
[TestClass]
public sealed class KilledBuildTests
{
    private const int Files = 5;

    [TestMethod]
    [DataRow("btrfs", "an entry without a record", "renameat", ".copyonwrite-cache", 2)]
    [DataRow("xfs", "a new file, whole but for its name", "linkat", null, 3)]
    public void WhatAKilledBuildLeavesIsMadeGoodByTheNextAndGone(string volumeName, string moment, string call, string? path, int number)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require(volumeName);
        CacheRepo repo = CacheRepo.New(volume, Files);
        KilledBuild.Run(repo.Repo, "one.proj", call, path, number);

        AssertMadeGood(repo, moment);
    }

    [TestMethod]
    [DataRow("btrfs")]
    public void AnOldFileIsThereUntilTheNewOneIsWhole(string volumeName)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require(volumeName);
        CacheRepo repo = CacheRepo.New(volume, Files);
        foreach (string source in repo.Sources)
        {
            string old = repo.Repo.Write($"out/one/{Path.GetFileName(source)}", "old");
            File.SetLastWriteTimeUtc(old, new DateTime(2020, 1, 1, 0, 0, 0, DateTimeKind.Utc));
        }

        // The first two are of files in the cache's folder.
        KilledBuild.Run(repo.Repo, "one.proj", "renameat", null, 3);

        Assert.IsTrue(
            repo.Sources.All(source => File.ReadAllText(repo.Repo.PathOf($"out/one/{Path.GetFileName(source)}")) == "old"),
            "An old file is gone before the first rename.");
        Assert.IsNotEmpty(
            CacheRepo.Leftovers(repo.Repo.PathOf("out")), "The new file is not there: it was not the moment before its rename.");
        AssertMadeGood(repo, "before the rename");
    }

    /// <summary>Otherwise targets with Inputs and Outputs would take it for up to date: it would be newer than its source.</summary>
    [TestMethod]
    [DataRow("false")]
    [DataRow("true", DisplayName = "the next build makes only the file that was killed")]
    public void WhereFilesAreCopiedAKilledBuildLeavesNoHalfOfANewFile(string skipsUnchanged)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("plain");
        Repo repo = Repo.New(volume);
        repo.Write("copies.proj", $"""
            <Project>
              <Import Project="Directory.Build.props" />
              <ItemGroup><Source Include="a.txt;b.txt" /></ItemGroup>
              <Target Name="Build">
                <Copy SourceFiles="@(Source)" DestinationFolder="out" SkipUnchangedFiles="{skipsUnchanged}" />
              </Target>
            </Project>
            """);
        string[] names = ["a.txt", "b.txt"];
        Array.ForEach(names, name => repo.Write(name, name));

        KilledBuild.Run(repo, "copies.proj", "linkat", null, 2);

        string[] made = Directory.GetFileSystemEntries(repo.PathOf("out"));
        Assert.HasCount(1, made, "Killed before the second file got its name, it leaves the first and nothing else.");
        Assert.AreEqual(Path.GetFileName(made[0]), File.ReadAllText(made[0]));
        Assert.IsTrue(repo.Run(["build", "copies.proj", "-nologo"]).Succeeded);
        CollectionAssert.AreEquivalent(names, Directory.GetFileSystemEntries(repo.PathOf("out")).Select(Path.GetFileName).ToArray());
    }

    private static void AssertMadeGood(CacheRepo repo, string moment)
    {
        string before = string.Join(", ", CacheRepo.Leftovers(repo.Repo.Folder).Select(Path.GetFileName));
        repo.BuildRight("one");
        repo.BuildRight("two");
        string[] left = CacheRepo.Leftovers(repo.Repo.Folder);
        Assert.IsEmpty(left, $"{moment}: killed, it left {before}; the next builds leave {string.Join(", ", left)}");
    }
}
