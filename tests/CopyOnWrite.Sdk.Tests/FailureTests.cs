namespace CopyOnWrite.Sdk.Tests;

/// <summary>
/// Copies that cannot succeed: the built-in's own errors, word for word, nothing half-written, and the other files copied. On each volume
/// without MSBuild around it: CopyOnWrite.Parity.Tests.
/// </summary>
[TestClass]
public sealed class FailureTests : OnBtrfs
{
    [TestMethod]
    [DataRow("first.txt;none.txt;last.txt", "MSB3030")]
    [DataRow("first.txt;folder;last.txt", "MSB3025")]
    public void ASourceThatIsMissingOrAFolderIsTheBuiltInsErrorAndTheOthersAreCopied(string sources, string code) =>
        AssertFailsAsTheBuiltIn(sources, [code], ["first.txt", "last.txt"]);

    [TestMethod]
    public void AFolderInThePlaceOfADestinationIsMSB3024AndTheOthersAreCopied() =>
        AssertFailsAsTheBuiltIn(
            "first.txt;middle.txt;last.txt", ["MSB3024"], ["first.txt", "last.txt"],
            repo => Directory.CreateDirectory(repo.PathOf("out/middle.txt")));

    [TestMethod]
    public void ADestinationThatCannotBeWrittenIsMSB3021AndTheOthersAreCopied()
    {
        Immutable? middle = null;
        AssertFailsAsTheBuiltIn(
            "first.txt;middle.txt;last.txt", ["MSB3021"], ["first.txt", "last.txt", "middle.txt"],
            repo => middle = new Immutable(repo.Write("out/middle.txt", "old")),
            repo =>
            {
                middle!.Dispose();
                Assert.AreEqual("old", File.ReadAllText(repo.PathOf("out/middle.txt")));
            });
    }

    [TestMethod]
    public void ADestinationFolderThatIsAFileIsTheBuiltInsError() =>
        AssertFailsAsTheBuiltIn(
            "first.txt;last.txt", ["MSB3021", "MSB3021"], [], repo => repo.Write("out", "a file"), repo => File.Delete(repo.PathOf("out")));

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
    public void WhatHasNoRoomEvenInPlaceOfTheOldFileFailsAsTheBuiltInAndTheOldFileStays()
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
            ours =>
            {
                CollectionAssert.AreEqual(new[] { "big.bin", "first.txt", "last.txt" }, Names(full.PathOf("out")));
                Assert.AreEqual(ours, File.ReadAllText(full.PathOf("out/big.bin")) == "as it was");
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
    private static string[] AssertSaidAlike(Repo repo, Action prepare, Action<bool> check)
    {
        string[][] said = [.. new[] { false, true }.Select(ours =>
        {
            prepare();
            BuildLog log = repo.Build("build", "copies.proj", With(ours)).Failed().Log;
            check(ours);
            return log.CopyCalls
                .SelectMany(call => call.Messages)
                .Where(message => !message.StartsWith("CopyOnWrite: ", StringComparison.Ordinal))
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

    private void AssertFailsAsTheBuiltIn(
        string sources, string[] codes, string[] copied, Action<Repo>? prepare = null, Action<Repo>? undo = null)
    {
        Repo repo = Repo.New(_volume);
        foreach (string name in new[] { "first.txt", "middle.txt", "last.txt" })
        {
            repo.Write(name, $"content of {name}, long enough to have blocks of its own{new string('.', 10_000)}");
        }

        Directory.CreateDirectory(repo.PathOf("folder"));
        repo.Write("copies.proj", Project(sources, "out"));

        var errors = new List<string[]>();
        foreach (bool ours in new[] { false, true })
        {
            prepare?.Invoke(repo);
            RepoBuild build = repo.Build("build", "copies.proj", With(ours)).Failed();
            _ = ours ? build.WithOurCopy() : build.WithBuiltInCopy();
            errors.Add([.. build.Log.Errors.Select(e => $"{e.Code}: {e.Text}").Order(StringComparer.Ordinal)]);
            undo?.Invoke(repo);
            CollectionAssert.AreEqual(copied, Names(repo.PathOf("out")), build.Result.Output);
            if (Directory.Exists(repo.PathOf("out")))
            {
                Directory.Delete(repo.PathOf("out"), recursive: true);
            }
        }

        CollectionAssert.AreEqual(
            errors[0], errors[1], $"built-in:\n{string.Join('\n', errors[0])}\nours:\n{string.Join('\n', errors[1])}");
        CollectionAssert.AreEqual(codes, errors[1].Select(e => e.Split(':')[0]).ToArray());
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
