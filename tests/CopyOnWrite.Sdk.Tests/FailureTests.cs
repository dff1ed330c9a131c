namespace CopyOnWrite.Sdk.Tests;

/// <summary>
/// Copies that cannot succeed: the built-in's own errors, word for word, nothing half-written, and the other files copied. On each volume
/// without MSBuild around it: CopyOnWrite.Parity.Tests.
/// </summary>
[TestClass]
public sealed class FailureTests : OnBtrfs
{
    // The second is MSBuild's, once for each assembly that a task makes the process load.
    private static readonly string[] s_ofOneTaskOnly = ["CopyOnWrite: ", "Assembly loaded during TaskRun"];

    [TestMethod]
    public void ADestinationThatCannotBeWrittenFailsAsWithTheBuiltInAndTheOthersAreCopied()
    {
        Repo repo = Repo.New(_volume);
        Array.ForEach(["first.txt", "middle.txt", "last.txt"], name => repo.Write(name, name));
        repo.Write("copies.proj", Project("first.txt;middle.txt;last.txt", "out"));
        Immutable? middle = null;

        AssertSaidAlike(
            repo,
            () => middle = new Immutable(repo.Write("out/middle.txt", "old")),
            _ =>
            {
                middle!.Dispose();
                CollectionAssert.AreEqual(new[] { "first.txt", "last.txt", "middle.txt" }, Names(repo.PathOf("out")));
                Assert.AreEqual("old", File.ReadAllText(repo.PathOf("out/middle.txt")));
                Directory.Delete(repo.PathOf("out"), recursive: true);
            },
            "MSB3021");
    }

    [TestMethod]
    public void AFullVolumeIsMSB3021AndTheOthersAreCopied()
    {
        using VolumeUnderTest full = VolumeUnderTest.Require("full");
        Repo repo = WithAFileTooBigFor(full);

        RepoBuild build = repo.Build("build", "copies.proj").Failed("MSB3021").WithOurCopy();

        Assert.Contains("No space left on device", build.Log.Errors[0].Text);
        CollectionAssert.IsSubsetOf(new[] { "first.txt", "last.txt" }, Names(full.PathOf("out")));
    }

    [TestMethod]
    public void WhatHasNoRoomEvenInPlaceOfTheOldFileFailsAsTheBuiltIn()
    {
        using VolumeUnderTest full = VolumeUnderTest.Require("full");
        Repo repo = WithAFileTooBigFor(full, "Retries='2' RetryDelayMilliseconds='1'");

        AssertSaidAlike(
            repo,
            () =>
            {
                Directory.CreateDirectory(full.PathOf("out"));
                File.WriteAllText(full.PathOf("out/big.bin"), "as it was");
            },
            _ =>
            {
                CollectionAssert.IsSubsetOf(new[] { "first.txt", "last.txt" }, Names(full.PathOf("out")));
                Directory.Delete(full.PathOf("out"), recursive: true);
            });
    }

    [TestMethod]
    [DataRow("", true)]
    [DataRow("1", false)]
    public void ASourceThatAnotherProcessWritesIsAnErrorUnlessDotNetsLocksAreOff(string locksOff, bool fails)
    {
        Repo repo = Repo.New(_volume);
        repo.Variables["DOTNET_SYSTEM_IO_DISABLEFILELOCKING"] = locksOff;
        repo.Write("copies.proj", Project("first.txt", "out"));
        using var writer = new FileStream(repo.Write("first.txt", "first"), FileMode.Open, FileAccess.Write, FileShare.None);

        foreach (bool ours in new[] { false, true })
        {
            RepoBuild build = repo.Build("build", "copies.proj", With(ours));
            _ = fails ? build.Failed("MSB3021") : build.Succeeded();
        }
    }

    [TestMethod]
    public void InGermanTheMessagesAreTheBuiltInsGermanOnes()
    {
        Repo repo = Repo.New(_volume);
        repo.Variables["DOTNET_CLI_UI_LANGUAGE"] = "de";
        repo.Write("first.txt", "first");
        repo.Write("copies.proj", Project("first.txt;none.txt", "out"));

        string[] said = AssertSaidAlike(repo, () => { }, _ => Directory.Delete(repo.PathOf("out"), recursive: true));

        Assert.Contains("kopiert", string.Concat(said));
    }

    private static string With(bool ours) => $"-p:DisableCopyOnWrite={!ours}";

    /// <summary>The messages, warnings and errors of both builds, which fail, are the same except for our lines.</summary>
    private static string[] AssertSaidAlike(Repo repo, Action prepare, Action<bool> check, params string[] codes)
    {
        string[][] said = [.. new[] { false, true }.Select(ours =>
        {
            prepare();
            RepoBuild build = repo.Build("build", "copies.proj", With(ours)).Failed(codes);
            check(ours);
            BuildLog log = (ours ? build.WithOurCopy() : build.WithBuiltInCopy()).Log;
            return log.CopyCalls
                .SelectMany(call => call.Messages)
                .Where(message => !s_ofOneTaskOnly.Any(start => message.StartsWith(start, StringComparison.Ordinal)))
                .Concat(log.Warnings.Concat(log.Errors).Select(diagnostic => diagnostic.Text))
                .ToArray();
        })];
        CollectionAssert.AreEquivalent(said[0], said[1], string.Join('\n', said[0].Append("--").Concat(said[1])));
        return said[1];
    }

    private Repo WithAFileTooBigFor(VolumeUnderTest full, string retries = "Retries='0'")
    {
        Repo repo = Repo.New(_volume);
        repo.Write("first.txt", "first");
        repo.Write("last.txt", "last");
        using (FileStream big = File.Create(repo.PathOf("big.bin")))
        {
            big.SetLength(Volume.At(full.Folder).TotalBytes + 1_000_000);
        }

        repo.Write("copies.proj", Project("first.txt;big.bin;last.txt", full.PathOf("out"), retries));
        return repo;
    }

    // Without retries, which would wait ten seconds for a lock or a full volume.
    private static string Project(string sources, string destination, string retries = "Retries='0'") => $"""
        <Project>
          <Import Project="Directory.Build.props" />
          <Target Name="Build">
            <Copy SourceFiles="{sources}" DestinationFolder="{destination}" {retries} />
          </Target>
        </Project>
        """;

    // Files only: a folder in a file's place is part of the test.
    private static string[] Names(string folder) =>
        Directory.Exists(folder)
            ? [.. Directory.EnumerateFiles(folder).Select(f => Path.GetFileName(f)!).Order(StringComparer.Ordinal)]
            : [];
}
