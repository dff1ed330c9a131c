using CopyOnWrite.Tool.Output;
using CopyOnWrite.Tool.Report;
using CopyOnWrite.Tool.Why;

namespace CopyOnWrite.Tool.Tests;

/// <summary>`why` of files in the places of a build, with extents as the test says.</summary>
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
        Write("App/obj/Debug/net10.0/ref/App.dll", 100);
    }

    [TestMethod]
    public void ItsSourceInObjIsTheOneThatItSharesBlocksWithOrElseTheOneOfTheSameLengthAndTime()
    {
        WhyAnswer answer = Ask(_ => 0);
        Assert.AreEqual($"App.dll is a clone of {_compiled}.", answer.Summary);
        Assert.AreEqual(("extents", true, null), (answer.SourceIsKnownBy, answer.IsClone, answer.Fix));
        answer = Ask(path => path == _output ? 0 : 100_000);
        Assert.AreEqual((_compiled, "place"), (answer.Source, answer.SourceIsKnownBy));
    }

    [TestMethod]
    public void WhatTheCompilerWroteIsTheSourceOfACloneAndNoClone()
    {
        WhyAnswer answer = WhyAnswer.OfWhatNoCopyMakes(_compiled, _ => Map(0, Shared))!;
        Assert.AreEqual($"App.dll is not a copy: the build wrote it, and {_output} is a clone of it.", answer.Summary);
        Assert.AreEqual((false, null, null), (answer.IsClone, answer.Source, answer.Fix));
        answer = WhyAnswer.OfWhatNoCopyMakes(_compiled, path => Map(path == _output ? 0 : 100_000, 0))!;
        Assert.EndsWith("No file in bin is a clone of it.", answer.Summary);
        Assert.IsNull(WhyAnswer.OfWhatNoCopyMakes(_output, _ => Map(0, Shared)));
    }

    /// <summary>App is a copy of apphost, App.staticwebassets.endpoints.json of staticwebassets.build.endpoints.json.</summary>
    [TestMethod]
    public void ACopyOfAnotherNameIsFoundByItsBlocks()
    {
        string output = Write("App/bin/Debug/net10.0/App", 5000);
        string apphost = Write("App/obj/Debug/net10.0/apphost", 5000);
        var answer = WhyAnswer.Of(output, null, SourceCandidates.Of(output), _ => Map(0, Shared));
        Assert.AreEqual($"App is a clone of {apphost}.", answer.Summary);
        Assert.AreEqual(
            $"apphost is not a copy: the build wrote it, and {output} is a clone of it.",
            WhyAnswer.OfWhatNoCopyMakes(apphost, _ => Map(0, Shared))!.Summary);
    }

    /// <summary>Btrfs keeps a file of up to 2 KiB there, and a clone of it is a copy.</summary>
    [TestMethod]
    [DataRow(false)]
    [DataRow(true)]
    public void NoChangeIsAdvisedForAFileInTheMetadata(bool isCopied)
    {
        FileCopy logged = isCopied
            ? Logged(CopyKind.Copied, new WhyCopied(Reason.DifferentVolumesTooSmall)) : Logged(CopyKind.Cloned, null);
        var answer = WhyAnswer.Of(_output, logged, [], _ => new ExtentMap([], 0, "volume"));
        Assert.EndsWith("it is stored in the file system's metadata, which is never shared.", answer.Summary);
        Assert.IsNull(answer.Fix);
    }

    [TestMethod]
    [DataRow("App.deps.json")]
    [DataRow("App.runtimeconfig.json")]
    public void WhatATaskOfTheSdkWritesIsNoCopy(string name)
    {
        WhyAnswer answer = WhyAnswer.OfWhatNoCopyMakes(Write($"App/bin/Debug/net10.0/{name}", 400), Extents.Read)!;
        Assert.AreEqual($"{name} is not a copy: a task of the .NET SDK writes it.", answer.Summary);
        Assert.IsNull(answer.Fix);
    }

    [TestMethod]
    public void WhereTheSdkWasTurnedOffTheAdviceIsToTurnItOn()
    {
        FileCopy builtIn = Logged(CopyKind.Cloned, null) with { BySdk = false, IsEstimate = true, IsTurnedOff = true };
        WhyAnswer answer = Ask(path => path == _output ? 0 : 100_000, shared: 0, logged: builtIn);
        Assert.StartsWith("Build without DisableCopyOnWrite", answer.Fix!);
        Assert.StartsWith("Build without DisableCopyOnWrite", Recommendations.Of([builtIn]).Single().What);
    }

    /// <summary>Whether the project has the SDK, and so a cache, is not known there.</summary>
    [TestMethod]
    public void WithoutALogASourceOnAnotherVolumeIsNotCalledBeingCached()
    {
        using VolumeUnderTest outputs = VolumeUnderTest.Require("btrfs");
        using VolumeUnderTest packages = VolumeUnderTest.Require("plain");
        string source = packages.PathOf("Newtonsoft.Json.dll");
        File.WriteAllBytes(source, new byte[100_000]);
        File.SetLastWriteTimeUtc(source, DateTime.UtcNow.AddDays(-1));
        string output = outputs.PathOf("Newtonsoft.Json.dll");
        File.Copy(source, output);
        File.SetLastWriteTimeUtc(output, File.GetLastWriteTimeUtc(source));
        File.WriteAllText(outputs.PathOf("Directory.Build.props"), "<Project />"); // The cache's place.

        var answer = WhyAnswer.Of(output, null, [source], Extents.Read);

        Assert.EndsWith(": the source is on another volume.", answer.Summary);
        Assert.StartsWith("Build with CopyOnWrite.Sdk", answer.Fix!);
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
    [DataRow(true)]
    [DataRow(false)]
    public void AFileFromTheCacheSharesWithAnEntryAndNotWithItsSourceOnAnotherVolume(bool isLogged)
    {
        WhyAnswer answer = isLogged
            ? Ask(path => path == _output ? 0 : 100_000, logged: Logged(CopyKind.FromCache, null))
            : WhyAnswer.Of(_output, null, [_compiled], path => Map(0, Shared, path == _output ? "volume" : "another"));
        Assert.AreEqual($"App.dll is a clone, by way of the cross-volume cache, of {_compiled}.", answer.Summary);
        Assert.IsTrue(answer.IsClone);
        Assert.DoesNotContain("in common", string.Join('\n', answer.Facts));
    }

    /// <summary>A package may have a file of one length and time for each framework.</summary>
    [TestMethod]
    public void OfCandidatesOfOneLengthAndTimeTheSourceIsTheOneWithTheContent()
    {
        string other = Write("packages/library/lib/net452/App.dll", 4096);
        File.WriteAllBytes(other, [1, .. new byte[4095]]);
        File.SetLastWriteTimeUtc(other, File.GetLastWriteTimeUtc(_output));
        var answer = WhyAnswer.Of(_output, null, [other, _compiled], path => Map(path == _output ? 0 : 100_000, Shared));
        Assert.AreEqual((_compiled, "place"), (answer.Source, answer.SourceIsKnownBy));
    }

    [TestMethod]
    public void WithoutASourceOnlyAVolumeThatCannotCloneIsAReasonAndItSaysHowToNameTheSource()
    {
        using var plain = VolumeUnderTest.Require("plain");
        string output = plain.PathOf("Library.dll");
        File.WriteAllBytes(output, new byte[50]);
        var answer = WhyAnswer.Of(output, null, [], _ => Map(0, 0));
        Assert.AreEqual("Library.dll is not a clone: the volume cannot clone.", answer.Summary);
        Assert.AreEqual("VolumeCannotClone", answer.Reason);
        Assert.StartsWith("Build on a volume that clones", answer.Fix!);
        Assert.IsNull(answer.Source);
        Assert.Contains("--log FILE", string.Join('\n', answer.Facts));
    }

    private WhyAnswer Ask(Func<string, long> placeOf, uint shared = Shared, FileCopy? logged = null) => WhyAnswer.Of(
        _output, logged, logged is null ? SourceCandidates.Of(_output) : [],
        path => Map(path.Contains("/ref/", StringComparison.Ordinal) ? 900_000 : placeOf(path), shared));

    private FileCopy Logged(CopyKind kind, WhyCopied? why) =>
        new(_folder.PathOf("App/App.csproj"), _compiled, _output, kind, why, 4096, IsEstimate: false, BySdk: true);

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
