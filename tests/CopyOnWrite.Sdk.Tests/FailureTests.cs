using CopyOnWrite.Sdk.Tests.Infrastructure;

namespace CopyOnWrite.Sdk.Tests;

/// <summary>
/// Copies that cannot succeed: the built-in's own errors, word for word, nothing half-written, and the other files copied. On each volume
/// without MSBuild around it: CopyOnWrite.Parity.Tests.
/// </summary>
[TestClass]
public sealed class FailureTests
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
    public void ADestinationThatCannotBeWrittenIsMSB3021AndTheOthersAreCopied() =>
        AssertFailsAsTheBuiltIn(
            "first.txt;middle.txt;last.txt", ["MSB3021"], ["first.txt", "last.txt", "middle.txt"],
            repo => Immutable.Set(repo.Write("out/middle.txt", "old"), true),
            repo =>
            {
                Immutable.Set(repo.PathOf("out/middle.txt"), false);
                Assert.AreEqual("old", File.ReadAllText(repo.PathOf("out/middle.txt")));
            });

    [TestMethod]
    public void ADestinationFolderThatIsAFileIsTheBuiltInsError() =>
        AssertFailsAsTheBuiltIn(
            "first.txt;last.txt", ["MSB3021", "MSB3021"], [], repo => repo.Write("out", "a file"), repo => File.Delete(repo.PathOf("out")));

    [TestMethod]
    public void AFullVolumeIsMSB3021AndTheOthersAreCopied()
    {
        using VolumeUnderTest sources = VolumeUnderTest.Require("btrfs");
        using VolumeUnderTest full = VolumeUnderTest.Require("full");
        Repo repo = Repo.New(sources);
        repo.Write("first.txt", "first");
        repo.Write("last.txt", "last");
        using (FileStream big = File.Create(repo.PathOf("big.bin")))
        {
            big.SetLength(full.Volume.Path is { } path ? Volume.At(path).TotalBytes + 1 : 0);
        }

        repo.Write("copies.proj", Project("first.txt;big.bin;last.txt", full.PathOf("out")));
        RepoBuild build = repo.Build("build", "copies.proj").Failed().WithOurCopy();

        CollectionAssert.AreEqual(new[] { "MSB3021" }, build.Log.Errors.Select(e => e.Code).ToArray(), build.Result.Output);
        Assert.Contains("No space left on device", build.Log.Errors[0].Text);
        CollectionAssert.IsSubsetOf(new[] { "first.txt", "last.txt" }, Names(full.PathOf("out")));
    }

    [TestMethod]
    public void WhatHasNoRoomEvenInPlaceOfTheOldFileFailsAsTheBuiltInAndTheOldFileStays()
    {
        using VolumeUnderTest sources = VolumeUnderTest.Require("btrfs");
        using VolumeUnderTest full = VolumeUnderTest.Require("full");
        Repo repo = Repo.New(sources);
        repo.Write("first.txt", "first");
        repo.Write("last.txt", "last");
        using (FileStream big = File.Create(repo.PathOf("big.bin")))
        {
            big.SetLength(Volume.At(full.Folder).TotalBytes + 1_000_000);
        }

        repo.Write("copies.proj", Project("first.txt;big.bin;last.txt", full.PathOf("out"), "Retries='2' RetryDelayMilliseconds='1'"));
        var messages = new List<string[]>();
        foreach (bool ours in new[] { false, true })
        {
            Directory.CreateDirectory(full.PathOf("out"));
            File.WriteAllText(full.PathOf("out/big.bin"), "as it was");
            RepoBuild build = repo.Build("build", "copies.proj", $"-p:DisableCopyOnWrite={!ours}").Failed();

            messages.Add([
                .. build.Log.CopyCalls
                    .SelectMany(c => c.Messages)
                    .Where(m => !m.StartsWith("CopyOnWrite: ", System.StringComparison.Ordinal)),
                .. build.Log.Warnings.Select(w => w.Text),
                .. build.Log.Errors.Select(e => e.Text),
            ]);
            CollectionAssert.AreEqual(new[] { "big.bin", "first.txt", "last.txt" }, Names(full.PathOf("out")));
            Assert.AreEqual(ours, File.ReadAllText(full.PathOf("out/big.bin")) == "as it was");
            Directory.Delete(full.PathOf("out"), recursive: true);
        }

        CollectionAssert.AreEquivalent(messages[0], messages[1], string.Join('\n', messages[0].Append("--").Concat(messages[1])));
    }

    [TestMethod]
    [DataRow("", true)]
    [DataRow("1", false)]
    public void ASourceThatAnotherProcessWritesIsAnErrorUnlessDotNetsLocksAreOff(string locksOff, bool fails)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("btrfs");
        Repo repo = Repo.New(volume);
        repo.Variables["DOTNET_SYSTEM_IO_DISABLEFILELOCKING"] = locksOff;
        repo.Write("copies.proj", Project("first.txt", "out"));
        using var writer = new FileStream(repo.Write("first.txt", "first"), FileMode.Open, FileAccess.Write, FileShare.None);

        foreach (string argument in new[] { "-p:DisableCopyOnWrite=true", "-p:DisableCopyOnWrite=false" })
        {
            RepoBuild build = repo.Build("build", "copies.proj", argument);
            CollectionAssert.AreEqual(
                fails ? new[] { "MSB3021" } : [], build.Log.Errors.Select(e => e.Code).ToArray(), build.Result.Output);
        }
    }

    [TestMethod]
    public void InGermanTheMessagesAreTheBuiltInsGermanOnes()
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("btrfs");
        Repo repo = Repo.New(volume);
        repo.Variables["DOTNET_CLI_UI_LANGUAGE"] = "de";
        repo.Write("first.txt", "first");
        repo.Write("copies.proj", Project("first.txt;none.txt", "out"));

        var messages = new List<string[]>();
        foreach (string argument in new[] { "-p:DisableCopyOnWrite=true", "-p:DisableCopyOnWrite=false" })
        {
            RepoBuild build = repo.Build("build", "copies.proj", argument).Failed();
            messages.Add([
                .. build.Log.CopyCalls
                    .SelectMany(c => c.Messages)
                    .Where(m => !m.StartsWith("CopyOnWrite: ", System.StringComparison.Ordinal)),
                .. build.Log.Errors.Select(e => e.Text),
            ]);
            Directory.Delete(repo.PathOf("out"), recursive: true);
        }

        CollectionAssert.AreEquivalent(messages[0], messages[1], string.Join('\n', messages[0].Concat(messages[1])));
        Assert.Contains("kopiert", string.Concat(messages[1]));
    }

    private static void AssertFailsAsTheBuiltIn(
        string sources, string[] codes, string[] copied, System.Action<Repo>? prepare = null, System.Action<Repo>? undo = null)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("btrfs");
        Repo repo = Repo.New(volume);
        foreach (string name in new[] { "first.txt", "middle.txt", "last.txt" })
        {
            repo.Write(name, $"content of {name}, long enough to have blocks of its own{new string('.', 10_000)}");
        }

        Directory.CreateDirectory(repo.PathOf("folder"));
        repo.Write("copies.proj", Project(sources, "out"));

        var errors = new List<string[]>();
        foreach (string argument in new[] { "-p:DisableCopyOnWrite=true", "-p:DisableCopyOnWrite=false" })
        {
            prepare?.Invoke(repo);
            RepoBuild build = repo.Build("build", "copies.proj", argument).Failed();
            _ = errors.Count == 0 ? build.WithBuiltInCopy() : build.WithOurCopy();
            errors.Add([.. build.Log.Errors.Select(e => $"{e.Code}: {e.Text}").Order(System.StringComparer.Ordinal)]);
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

    // Without retries: what a lock or a full volume deserves in a build is ten seconds that a test need not wait.
    private static string Project(string sources, string destination, string retries = "Retries='0'") => $"""
        <Project>
          <Import Project="Directory.Build.props" />
          <Target Name="Build">
            <Copy SourceFiles="{sources}" DestinationFolder="{destination}" {retries} />
          </Target>
        </Project>
        """;

    // Files only: a folder that stands in a file's place is part of the test.
    private static string[] Names(string folder) =>
        Directory.Exists(folder)
            ? [.. Directory.EnumerateFiles(folder).Select(f => Path.GetFileName(f)!).Order(System.StringComparer.Ordinal)]
            : [];
}
