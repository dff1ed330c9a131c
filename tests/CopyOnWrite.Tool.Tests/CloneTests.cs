using System.Text.Json.Nodes;
using CopyOnWrite.Tool.Clone;
using CopyOnWrite.Tool.Output;
using CopyOnWrite.Tool.Tests.Infrastructure;

namespace CopyOnWrite.Tool.Tests;

/// <summary><c>dotnet cow clone</c>.</summary>
[TestClass]
public sealed partial class CloneTests
{
    private const int Length = 300_000;

    private static readonly string[] s_kept = ["empty", "large", "link", "more", "nowhere", "same", "sub", "sub/private"];

    [TestMethod]
    [DataRow("btrfs", true)]
    [DataRow("xfs", true)]
    [DataRow("plain", false)]
    public void AFolderIsClonedWithItsLinksAndWithoutCachesAndLeftovers(string name, bool clones)
    {
        using VolumeUnderTest volume = WithDonor(name);

        JsonNode answer = Cow.Run(volume.Folder, ["clone", "donor", "above/new", "--json"]).Ended(0).Json;

        string[] expected =
        [
            .. clones ? [$"cloned: 2, {2 * Length}"] : (string[])[], "copied, empty: 1, 0",
            .. clones ? [] : (string[])[$"copied, the volume cannot clone: 2, {2 * Length}"],
            "kept, hard links: 1, 0", "kept, symbolic links: 2, 0", "skipped, pipes, sockets, devices: 1, 0",
            "skipped, left by a killed build: 2, 0", "skipped, the cross-volume cache: 1, 0",
        ];
        CollectionAssert.AreEquivalent(expected, Counts(answer), answer.ToJsonString());
        string clone = volume.PathOf("above/new");
        Assert.AreEqual(clone, (string?)answer["clone"]);
        CollectionAssert.AreEquivalent(s_kept, Below(clone));
        Assert.AreEqual("large", File.ResolveLinkTarget(Path.Combine(clone, "link"), returnFinalTarget: false)!.Name);
        Assert.AreEqual(new FileInfo(volume.PathOf("donor/nowhere")).LinkTarget, new FileInfo(Path.Combine(clone, "nowhere")).LinkTarget);
        Assert.AreEqual(FileStatus.Of(Path.Combine(clone, "large")).Identity, FileStatus.Of(Path.Combine(clone, "same")).Identity);
        Assert.AreEqual(File.GetUnixFileMode(volume.PathOf("donor")), File.GetUnixFileMode(clone));
        Assert.AreEqual(File.GetLastWriteTimeUtc(volume.PathOf("donor/more")), File.GetLastWriteTimeUtc(Path.Combine(clone, "more")));
        AssertOnly(volume, "above", string.Empty, "donor");
        AssertOnly(volume, "above/new", "above");
        if (clones)
        {
            Volume.WriteBackAll();
            Assert.IsGreaterThanOrEqualTo(Length, Extents.BytesInCommon(volume.PathOf("donor/more"), Path.Combine(clone, "more")));
        }
    }

    [TestMethod]
    public void TheCacheOfEachGitFolderIsLeftOutAndASourceFolderOfItsNameIsNot()
    {
        using VolumeUnderTest volume = WithDonor("btrfs");
        Bash(volume, """
            for git in .git .git/modules/a sub/.bare; do
              mkdir -p donor/$git/copyonwrite-cache; touch donor/$git/HEAD donor/$git/copyonwrite-cache/x
            done
            mkdir donor/sub/copyonwrite-cache donor/sub/.copyonwrite-cache
            find donor -exec touch -h -d 2001-02-03 {} +
            """);

        Cow.Run(volume.Folder, ["clone", "donor", "new"]).Ended(0);

        string[] git = [".git", ".git/HEAD", ".git/modules", ".git/modules/a", ".git/modules/a/HEAD", "sub/.bare", "sub/.bare/HEAD"];
        CollectionAssert.AreEquivalent((string[])[.. s_kept, .. git, "sub/copyonwrite-cache"], Below(volume.PathOf("new")));
    }

    [TestMethod]
    public void TheFirstLineSaysWhatWasDoneAndWhyNotMore()
    {
        using VolumeUnderTest volume = WithDonor("btrfs");
        Answer answer = Cow.Run(volume.Folder, ["clone", "donor", "new/"]).Ended(0);
        Assert.AreEqual(
            $"{volume.PathOf("new")}: 2 cloned (600 KB), 1 copied (empty), 1 kept (hard links), 2 kept (symbolic links), "
                + "2 skipped (left by a killed build), 1 skipped (pipes, sockets, devices), 1 skipped (the cross-volume cache).",
            answer.FirstLine, answer.Text);
        Assert.DoesNotContain(" of 3 files", answer.Text);
    }

    [TestMethod]
    public void OnATerminalItShowsHowFarItIs()
    {
        using VolumeUnderTest volume = WithDonor("btrfs");
        _ = Tools.Require("script");
        string[] onTerminal = ["bash", "-c", "script -qec \"$(printf '%q ' \"$@\")\" /dev/null", "bash"];
        Answer answer = Cow.Run(volume.Folder, ["clone", "donor", "new"], under: onTerminal).Ended(0);
        Assert.Contains("1 of 3 files", answer.Text);
    }

    [TestMethod]
    [DataRow("donor", "file", "exists")]
    [DataRow("donor", "donor", "exists")]
    [DataRow("donor", "dangling", "exists")]
    [DataRow("donor", "donor/sub/new", "is inside")]
    [DataRow("donor", "into/new", "is inside", DisplayName = "over a link into it")]
    [DataRow("donor", "into/above/new", "is inside", DisplayName = "over a link into it, below new folders")]
    [DataRow("itself", "donor/new", "is inside", DisplayName = "the donor is a link")]
    [DataRow("file", "new", "is not a folder")]
    [DataRow("missing", "new", "is not a folder")]
    public void PathsThatDoNotFitAreRefusedAndNothingIsMade(string donor, string clone, string why)
    {
        using VolumeUnderTest volume = WithDonor("btrfs");
        File.WriteAllText(volume.PathOf("file"), "mine");
        File.CreateSymbolicLink(volume.PathOf("dangling"), "new");
        File.CreateSymbolicLink(volume.PathOf("into"), "donor/sub/private");
        File.CreateSymbolicLink(volume.PathOf("itself"), "donor");
        string[] before = Below(volume.Folder);

        string refused = Refused(volume, donor, clone);

        Assert.StartsWith("COW1040: ", refused);
        Assert.Contains(why, refused);
        NamedPage.AssertHas(refused, "COW1040");
        CollectionAssert.AreEqual(before, Below(volume.Folder));
    }

    /// <summary>Not from the donor's own path: the mount is of a folder in it.</summary>
    [TestMethod]
    public void ACloneInsideOfItsDonorOverAMountIsNotMade()
    {
        using VolumeUnderTest volume = WithDonor("btrfs");
        RequireRoot();
        Directory.CreateDirectory(volume.PathOf("mounted"));
        string[] mounting = ["unshare", "--mount", "bash", "-euc", "mount --bind donor/sub mounted; \"$@\"", "bash"];

        Answer answer = Cow.Run(volume.Folder, ["clone", "donor", "mounted/new"], under: mounting).Ended(2);

        Assert.StartsWith("COW1041: ", answer.FirstLine);
        Assert.Contains("is the destination itself", answer.FirstLine);
        AssertOnly(volume, "donor/sub/private", "donor/sub", ".cow-0123456789abcdef.user");
    }

    /// <summary>Its library intercepts file calls, so .NET copies, which knows neither kinds nor hard links.</summary>
    [TestMethod]
    public void UnderFakerootAFolderIsClonedAndACloneInsideOfItIsRefused()
    {
        using VolumeUnderTest volume = WithDonor("btrfs");
        File.CreateSymbolicLink(volume.PathOf("into"), "donor/sub");
        string state = volume.PathOf("state"); // Its memory of modes: on the disk, files stay writable.
        File.WriteAllText(state, string.Empty);
        string[] fakeroot = [Tools.Require("fakeroot"), "-i", state, "-s", state, "--", "timeout", "60"];
        Command.OutputOf(fakeroot[0], [.. fakeroot[1..], "chmod", "555", volume.PathOf("donor/large")]);

        JsonNode answer = Cow.Run(volume.Folder, ["clone", "donor", "new", "--json"], under: fakeroot).Ended(0).Json;
        Answer inside = Cow.Run(volume.Folder, ["clone", "donor", "into/new"], under: fakeroot).Ended(2);

        string[] counts = Counts(answer);
        Assert.Contains("kept, hard links: 1, 0", counts);
        Assert.Contains("skipped, pipes, sockets, devices: 1, 0", counts);
        Assert.AreEqual(ModesOf("donor"), ModesOf("new"));
        Assert.StartsWith("COW1040: ", inside.FirstLine);
        AssertOnly(volume, "donor", string.Empty, "into", "new", "state");

        string ModesOf(string folder) => Command.OutputOf(
            fakeroot[0], [.. fakeroot[1..], "stat", "-c", "%a", volume.PathOf(folder), volume.PathOf($"{folder}/large")]);
    }

    [TestMethod]
    public void ADonorThatChangesMeanwhileIsNotCloned()
    {
        using VolumeUnderTest volume = WithDonor("btrfs");

        string refused = Refused(volume, "donor", "new", () => File.AppendAllText(volume.PathOf("donor/large"), "more"));

        Assert.StartsWith($"COW1042: {volume.PathOf("donor/large")} changed, so nothing was cloned.", refused);
        NamedPage.AssertHas(refused, "COW1042");
        AssertOnly(volume, "donor", string.Empty);
    }

    /// <summary>It has begun and waits: <c>cat build</c> on a pipe, under the name of <c>dotnet build</c>.</summary>
    [TestMethod]
    [DataRow("donor/sub", "", true)]
    [DataRow("outside", "../donor/App.sln", true)]
    [DataRow("outside", "../other/App.sln", true, DisplayName = "by another path")]
    [DataRow("outside", "../into/App.sln", true, DisplayName = "over a link into it")]
    [DataRow("outside", "../donor2/App.sln", false)]
    [DataRow("donor/sub", "", false, "mount --bind donor2 donor", DisplayName = "at the donor's path, in another folder")]
    [DataRow("outside", "$PWD/../donor/App.sln", false, "mount --bind donor2 donor", DisplayName = "on a project at the donor's path")]
    [DataRow("donor2/sub", "", true, "mount --bind donor donor2", DisplayName = "in the donor, at another path")]
    public void ADonorInWhichABuildRunsIsNotCloned(string current, string argument, bool isThere, string mount = ":")
    {
        using VolumeUnderTest volume = WithDonor("btrfs");
        _ = Bash(volume, "mkdir -p outside donor2/sub; ln -s donor other; ln -s donor/sub into");
        _ = Bash(volume, "mkfifo outside/build {donor,donor2}/sub/build");
        if (mount != ":")
        {
            RequireRoot();
        }

        string[] command =
        [
            .. mount != ":" ? ["unshare", "--mount"] : (string[])[],
            "bash", "-euc", $"{mount}; cd {current}; exec -a dotnet cat build {argument}",
        ];
        using Process build = Process.Start(new ProcessStartInfo("env", command) { WorkingDirectory = volume.Folder })!;
        try
        {
            string commandLine = $"/proc/{build.Id}/cmdline";
            SpinWait.SpinUntil(() => build.HasExited || File.ReadAllText(commandLine).StartsWith("dotnet\0", StringComparison.Ordinal));
            if (isThere)
            {
                string refused = Refused(volume, "donor", "new");
                Assert.StartsWith($"COW1042: `dotnet build` (process {build.Id}) works in {volume.PathOf("donor")}, so nothing", refused);
                AssertOnly(volume, "donor", string.Empty, "donor2", "outside", "other", "into");
            }
            else
            {
                Assert.AreEqual(
                    0, CloneCommand.Answer(Quiet(), volume.PathOf("donor"), volume.PathOf("new"), null, CancellationToken.None));
            }
        }
        finally
        {
            build.Kill();
            build.WaitForExit();
        }
    }

    [TestMethod]
    [DataRow("ln -s $'\\xff' donor/target")]
    [DataRow("touch donor/$'\\xff'")]
    public void WhereOneEntryCannotBeClonedNothingIsLeft(string entry)
    {
        using VolumeUnderTest volume = WithDonor("btrfs");
        try
        {
            _ = Bash(volume, entry);

            string refused = Refused(volume, "donor", "new");

            Assert.StartsWith($"COW1041: {volume.PathOf("donor")} was not cloned, and nothing is left of the clone: ", refused);
            Assert.Contains("is not valid UTF-8", refused);
            NamedPage.AssertHas(refused, "COW1041");
            AssertOnly(volume, "donor", string.Empty);
        }
        finally
        {
            _ = Bash(volume, "rm -r donor"); // .NET cannot name the entry.
        }
    }

    private static void RequireRoot() => Tools.SkipUnless(Environment.UserName == "root", "Only root can mount everywhere.");

    private static VolumeUnderTest WithDonor(string name)
    {
        var volume = VolumeUnderTest.Require(name);
        string donor = Directory.CreateDirectory(volume.PathOf("donor")).FullName;
        foreach (string folder in (string[])["sub/private", ".copyonwrite-cache", ".cow-0123456789abcdef-12.user"])
        {
            Directory.CreateDirectory(Path.Combine(donor, folder));
        }

        File.SetUnixFileMode(donor, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute | UnixFileMode.GroupExecute);
        File.WriteAllBytes(Path.Combine(donor, "large"), new byte[Length].Select((_, i) => (byte)i).ToArray());
        File.WriteAllText(Path.Combine(donor, "more"), new string('m', Length));
        File.WriteAllText(Path.Combine(donor, "empty"), string.Empty);
        File.WriteAllText(Path.Combine(donor, ".copyonwrite-cache", "entry"), "not cloned");
        File.WriteAllText(Path.Combine(donor, "sub", ".cow-0123456789abcdef.user"), "not cloned");
        File.CreateSymbolicLink(Path.Combine(donor, "link"), "large");
        File.CreateSymbolicLink(Path.Combine(donor, "nowhere"), "/nowhere/at all");
        Command.OutputOf("ln", Path.Combine(donor, "large"), Path.Combine(donor, "same"));
        Command.OutputOf("mkfifo", Path.Combine(donor, "pipe"));
        Command.OutputOf("find", donor, "-exec", "touch", "-h", "-d", "2001-02-03", "{}", "+");    // Nothing is waited for.
        return volume;
    }

    private static string Refused(VolumeUnderTest volume, string donor, string clone, Action? meanwhile = null) =>
        Assert.ThrowsExactly<CommandFailedException>(() => CloneCommand.Answer(
            Quiet(), volume.PathOf(donor), volume.PathOf(clone), (_, _) => meanwhile?.Invoke(), CancellationToken.None)).Message;

    private static Screen Quiet() => new(json: true, TextWriter.Null);

    private static string[] Counts(JsonNode answer) => [.. answer["counts"]!.AsArray().Select(count =>
        $"{count!["what"]}{(count["why"] is { } why ? $", {why}" : string.Empty)}: {count["entries"]}, {count["bytes"]}")];

    private static string[] Below(string folder) =>
    [
        .. Directory.GetFileSystemEntries(folder, "*", new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = 0 })
            .Select(path => Path.GetRelativePath(folder, path)).Order(StringComparer.Ordinal),
    ];

    /// <param name="only">The one entry of the folder.</param>
    private static void AssertOnly(VolumeUnderTest volume, string only, string folder, params string[] except) => CollectionAssert.AreEqual(
        (string[])[volume.PathOf(only)],
        Directory.GetFileSystemEntries(volume.PathOf(folder)).Where(path => !except.Contains(Path.GetFileName(path))).ToArray());

    private static string Bash(VolumeUnderTest volume, string script)
    {
        (int exitCode, string output) = Command.Run("bash", ["-euc", script], folder: volume.Folder);
        Assert.AreEqual(0, exitCode, output);
        return output;
    }
}
