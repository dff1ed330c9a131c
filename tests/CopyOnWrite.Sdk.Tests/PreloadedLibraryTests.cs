using CopyOnWrite.Sdk.Tests.Staging;

namespace CopyOnWrite.Sdk.Tests;

/// <summary>Builds under a library that LD_PRELOAD loads into every process.</summary>
[TestClass]
public sealed class PreloadedLibraryTests
{
    /// <summary>fakeroot keeps modes and owners by inode, so it must hear of each file that is removed or replaced.</summary>
    [TestMethod]
    [OSCondition(OperatingSystems.Linux)]
    public void UnderFakerootModesAndOwnersAreThoseOfTheBuiltInTask()
    {
        string fakeroot = Tools.Require("fakeroot");
        using VolumeUnderTest volume = VolumeUnderTest.Require("plain"); // ext4 gives the inodes of deleted files to new ones.
        Repo repo = MakeRepo(volume);
        string state = volume.PathOf("state");

        string builtIn = ModesAfterTwoBuilds(Repo.BuiltIn, out _);
        Directory.Delete(repo.PathOf("out"), recursive: true);
        string ours = ModesAfterTwoBuilds("-p:DisableCopyOnWrite=false", out RepoBuild build);

        Assert.AreEqual(builtIn, ours);
        Assert.Contains(
            "CopyOnWrite: left to the built-in task: a preloaded library intercepts file calls (LD_PRELOAD).", build.Summary.Lines);

        string ModesAfterTwoBuilds(string option, out RepoBuild second)
        {
            File.WriteAllText(state, string.Empty);
            repo.BuildUnder(Fakeroot(), "build", "copies.proj", "-m:1", option).Succeeded();
            Command.OutputOf("fakeroot", [.. Fakeroot().Skip(1), "chmod", "4755", repo.PathOf("out/a")]);
            Command.OutputOf("fakeroot", [.. Fakeroot().Skip(1), "chown", "1234:1234", repo.PathOf("out/b")]);
            WriteSources(repo, "changed");
            second = repo.BuildUnder(Fakeroot(), "build", "copies.proj", "-m:1", option).Succeeded();
            return Command.OutputOf(
                "fakeroot", [.. Fakeroot().Skip(1), "stat", "-c", "%n %a %u:%g", .. Directory.GetFiles(repo.PathOf("out")).Order()]);
        }

        // Its memory goes from one run to the next.
        string[] Fakeroot() => [fakeroot, "-i", state, "-s", state, "--"];
    }

    [TestMethod]
    [OSCondition(OperatingSystems.Linux)]
    public void UnderFakerootStagingLeavesOutPipesAndDoesNotFollowALinkThatLeadsBack()
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("plain");
        Repo repo = StagingRepo.New(volume, StagingRepo.FilesToStaged);
        Command.OutputOf("mkfifo", repo.PathOf("files/pipe"));
        File.CreateSymbolicLink(repo.PathOf("files/inner/back"), "..");

        RepoBuild build = repo.BuildUnder([Tools.Require("fakeroot"), "--", "timeout", "300"], "build", "--no-restore", "-m:1");

        Assert.AreNotEqual(0, build.Result.ExitCode, build.Result.Output);
        Assert.Contains("error COW1025", build.Result.Output);
        repo.AssertNames("staged", build, "a.txt", "inner/b.txt");
    }

    [TestMethod]
    public void ALibraryThatInterceptsNoFileCallsKeepsNothingFromBeingCloned()
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("btrfs");
        Repo repo = MakeRepo(volume);
        string allocator = repo.Write("allocator.c", """
            #include <stddef.h>
            extern void *__libc_malloc(size_t size);
            void *malloc(size_t size) { return __libc_malloc(size); }
            """);
        string library = repo.PathOf("allocator.so");
        Command.OutputOf("cc", "-shared", "-fPIC", "-o", library, allocator);
        repo.Variables["LD_PRELOAD"] = library;
        repo.InNewProcesses = true;

        RepoBuild build = repo.BuildCopies().Succeeded().WithOurCopy();

        Assert.AreEqual(3, build.Summary.Cloned, string.Join('\n', build.Summary.Lines));
    }

    private static Repo MakeRepo(VolumeUnderTest volume)
    {
        Repo repo = Repo.New(volume);
        repo.WriteCopies("""<Copy SourceFiles="@(Source)" DestinationFolder="out" />""", """<Source Include="in/*" />""");
        WriteSources(repo, "first");
        return repo;
    }

    private static void WriteSources(Repo repo, string content)
    {
        foreach (string name in new[] { "a", "b", "c" })
        {
            repo.Write($"in/{name}", string.Concat(Enumerable.Repeat($"{content} {name}\n", 1000)));
        }
    }
}
