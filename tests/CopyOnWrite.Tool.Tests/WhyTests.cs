using CopyOnWrite.Tool.Report;
using CopyOnWrite.Tool.Why;

namespace CopyOnWrite.Tool.Tests;

/// <summary>`why` of files in the places of a build, with extents and a log as the test says.</summary>
[TestClass]
public sealed class WhyTests : InATemporaryFolder
{
    private const uint Shared = 0x2000;

    private string _output = null!;
    private string _compiled = null!;

    [TestInitialize]
    public void WriteFiles()
    {
        _output = Write("App/bin/Debug/net10.0/App.dll", 4096);
        _compiled = Write("App/obj/Debug/net10.0/App.dll", 4096);
    }

    /// <summary>Btrfs keeps a file of up to 2 KiB there, and a clone of it is a copy.</summary>
    [TestMethod]
    [DataRow(false)]
    [DataRow(true)]
    public void NoChangeIsAdvisedForAFileInTheMetadata(bool isCopied)
    {
        FileCopy logged = isCopied
            ? Logged(CopyKind.Copied, new WhyCopied(Reason.DifferentVolumesTooSmall)) : Logged(CopyKind.Cloned, null);
        var answer = WhyAnswer.Of(_output, logged, _ => new ExtentMap([], 0, "volume"));
        Assert.EndsWith("it is stored in the file system's metadata, which is never shared.", answer.Summary);
        Assert.IsNull(answer.Fix);
    }

    [TestMethod]
    public void OfACopyByMSBuildsOwnTaskTheAdviceIsAVolumeThatClonesThenThePackage()
    {
        FileCopy builtIn = Logged(CopyKind.Unknown, null) with { BySdk = false };
        WhyAnswer answer = Ask(path => path == _output ? 0 : 100_000, shared: 0, logged: builtIn);
        bool clones = Volume.IsExpectedToClone(Volume.At(_output).FileSystem);
        Assert.StartsWith(clones ? "Add CopyOnWrite.Sdk, or turn it on" : "Build on a volume that clones", answer.Fix!);
        Assert.IsEmpty(Recommendations.Of([builtIn]));
    }

    [TestMethod]
    public void SharedBlocksAreShownNoLongerThanTheFile()
    {
        File.WriteAllBytes(_output, new byte[4000]);
        string facts = string.Join('\n', Ask(_ => 0).Facts);
        Assert.Contains($"{Words.Bytes(4000)} shared with at least one other file", facts);
        Assert.Contains($"{Words.Bytes(4000)} in common", facts);
    }

    [TestMethod]
    public void AHardLinkIsNoClone()
    {
        File.Delete(_output);
        Command.OutputOf("ln", _compiled, _output);
        WhyAnswer answer = Ask(_ => 0);
        Assert.StartsWith($"App.dll is a link, the same file as {_compiled}, and not a clone", answer.Summary);
        Assert.IsFalse(answer.IsClone);
        Assert.Contains("link-mode", answer.Fix!);
    }

    [TestMethod]
    public void TheLogHasTheReasonAndTheChange()
    {
        WhyAnswer answer = Ask(
            path => path == _output ? 0 : 100_000, shared: 0, logged: Logged(CopyKind.Copied, new WhyCopied(Reason.SourceIsDirty)));
        Assert.AreEqual($"App.dll is not a clone of {_compiled}: not yet flushed to disk.", answer.Summary);
        Assert.AreEqual("SourceIsDirty", answer.Reason);
        Assert.StartsWith("Set CopyOnWriteFlushSources", answer.Fix!);
        Assert.Contains("The log says: copied, by CopyOnWrite.Sdk's Copy task, for App.", string.Join('\n', answer.Facts));
    }

    [TestMethod]
    public void AFileFromTheCacheSharesWithAnEntryAndNotWithItsSourceOnAnotherVolume()
    {
        WhyAnswer answer = Ask(path => path == _output ? 0 : 100_000, logged: Logged(CopyKind.FromCache, null));
        Assert.AreEqual($"App.dll is a clone, by way of the cross-volume cache, of {_compiled}.", answer.Summary);
        Assert.IsTrue(answer.IsClone);
        Assert.DoesNotContain("in common", string.Join('\n', answer.Facts));
    }

    [TestMethod]
    public void WithoutALogAFileThatSharesItsBlocksIsACloneOrWasCloned()
    {
        var answer = WhyAnswer.Of(_output, null, _ => Map(0, Shared));
        Assert.AreEqual("App.dll is a clone, or has clones.", answer.Summary);
        Assert.AreEqual((true, null, null), (answer.IsClone, answer.Source, answer.Fix));
    }

    [TestMethod]
    public void WithoutASourceOnlyAVolumeThatCannotCloneIsAReasonAndItSaysHowToNameTheSource()
    {
        using var plain = VolumeUnderTest.Require("plain");
        string output = plain.PathOf("Library.dll");
        File.WriteAllBytes(output, new byte[50]);
        var answer = WhyAnswer.Of(output, null, _ => Map(0, 0));
        Assert.AreEqual("Library.dll is not a clone: the volume cannot clone.", answer.Summary);
        Assert.AreEqual("VolumeCannotClone", answer.Reason);
        Assert.StartsWith("Build on a volume that clones", answer.Fix!);
        Assert.IsNull(answer.Source);
        Assert.Contains("--log FILE", string.Join('\n', answer.Facts));
    }

    private WhyAnswer Ask(Func<string, long> placeOf, uint shared = Shared, FileCopy? logged = null) =>
        WhyAnswer.Of(_output, logged ?? Logged(CopyKind.Cloned, null), path => Map(placeOf(path), shared));

    private FileCopy Logged(CopyKind kind, WhyCopied? why) =>
        new(_folder.PathOf("App/App.csproj"), _compiled, _output, kind, why, 4096, BySdk: true);

    private static ExtentMap Map(long place, uint flags, string volume = "volume") => new([new Extent(0, place, 4096, flags)], 0, volume);

    private string Write(string name, int length)
    {
        string path = _folder.PathOf(name);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllBytes(path, new byte[length]);
        File.SetLastWriteTimeUtc(path, DateTime.UnixEpoch.AddDays(20_000));
        return path;
    }
}
