namespace CopyOnWrite.Sdk.Tests;

/// <summary>Copies that cannot succeed: the built-in's own errors, word for word, nothing half-written, the others copied.</summary>
[TestClass]
public sealed class FailureTests : OnBtrfs
{
    // The second is MSBuild's, once for each assembly that a task makes the process load.
    private static readonly string[] s_ofOneTaskOnly = ["CopyOnWrite: ", "Assembly loaded during TaskRun"];

    [TestMethod]
    [DataRow("Retries='0'", false)]
    [DataRow("Retries='2' RetryDelayMilliseconds='1'", true, DisplayName = "not even in place of the old file")]
    public void OnAFullVolumeItFailsAsWithTheBuiltInAndTheOthersAreCopied(string retries, bool exists)
    {
        using VolumeUnderTest full = VolumeUnderTest.Require("full");
        Repo repo = Repo.New(_volume);
        repo.Write("last.txt", "last");
        using (FileStream big = File.Create(repo.PathOf("big.bin")))
        {
            big.SetLength(Volume.At(full.Folder).TotalBytes + 1_000_000);
        }

        string[] said = AssertSaidAlike(
            repo, "first.txt;big.bin;last.txt", full.PathOf("out"), retries,
            () => File.WriteAllText(full.PathOf(exists ? "out/big.bin" : "out/another"), "as it was"));

        Assert.StartsWith("MSB3021: ", said[^1]);
        Assert.Contains("No space left on device", said[^1]);
    }

    [TestMethod]
    [DataRow("", true)]
    [DataRow("1", false)]
    public void ASourceThatAnotherProcessWritesIsAnErrorUnlessDotNetsLocksAreOff(string locksOff, bool fails)
    {
        Repo repo = Repo.New(_volume);
        repo.Variables["DOTNET_SYSTEM_IO_DISABLEFILELOCKING"] = locksOff;
        repo.InNewProcesses = true; // The runtime reads it once.
        WriteCopy(repo, "first.txt", "out");
        using var writer = new FileStream(repo.Write("first.txt", "first"), FileMode.Open, FileAccess.Write, FileShare.None);

        foreach (bool ours in new[] { false, true })
        {
            RepoBuild build = repo.BuildCopies(With(ours));
            _ = fails ? build.Failed("MSB3021") : build.Succeeded();
        }
    }

    [TestMethod]
    public void InGermanTheMessagesAreTheBuiltInsGermanOnes()
    {
        Repo repo = Repo.New(_volume);
        repo.Variables["DOTNET_CLI_UI_LANGUAGE"] = "de";
        repo.InNewProcesses = true; // A server's tasks keep its language.

        string[] said = AssertSaidAlike(repo, "first.txt;none.txt", repo.PathOf("out"), "Retries='0'", () => { });

        Assert.Contains("kopiert", string.Concat(said));
    }

    private static string With(bool ours) => $"-p:DisableCopyOnWrite={!ours}";

    /// <summary>Both builds fail with the same messages except for our lines; first.txt is copied, and last.txt if it is named.</summary>
    private static string[] AssertSaidAlike(Repo repo, string sources, string destination, string retries, Action prepare)
    {
        repo.Write("first.txt", "first");
        WriteCopy(repo, sources, destination, retries);
        string[][] said = [.. new[] { false, true }.Select(ours =>
        {
            Directory.CreateDirectory(destination);
            prepare();
            RepoBuild build = repo.BuildCopies(With(ours)).Failed();
            Assert.AreEqual(sources.Contains("last", StringComparison.Ordinal), File.Exists(Path.Combine(destination, "last.txt")));
            Assert.IsTrue(File.Exists(Path.Combine(destination, "first.txt")));
            Directory.Delete(destination, recursive: true);
            BuildLog log = (ours ? build.WithOurCopy() : build.WithBuiltInCopy()).Log;
            return log.CopyCalls
                .SelectMany(call => call.Messages)
                .Where(message => !s_ofOneTaskOnly.Any(start => message.StartsWith(start, StringComparison.Ordinal)))
                .Concat(log.Warnings.Concat(log.Errors).Select(diagnostic => $"{diagnostic.Code}: {diagnostic.Text}"))
                .ToArray();
        })];
        CollectionAssert.AreEquivalent(said[0], said[1], string.Join('\n', said[0].Append("--").Concat(said[1])));
        return said[1];
    }

    // Without retries, which would wait ten seconds for a lock or a full volume.
    private static void WriteCopy(Repo repo, string sources, string destination, string retries = "Retries='0'") =>
        repo.WriteCopies($"""<Copy SourceFiles="{sources}" DestinationFolder="{destination}" {retries} />""");
}
