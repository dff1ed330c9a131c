using CopyOnWrite.Sdk.Tests.Infrastructure;
using CopyOnWrite.Tool.Inspect;
using CopyOnWrite.Tool.Report;

namespace CopyOnWrite.Tool.Tests;

/// <summary>`inspect FILE --log LOG`: an output beside what the log says of its copy.</summary>
[TestClass]
public sealed class InspectedOutputTests : OnBtrfs
{
    [TestInitialize]
    public void WriteTheCompiledFile()
    {
        Directory.CreateDirectory(_volume.PathOf("obj"));
        Directory.CreateDirectory(_volume.PathOf("bin"));
        File.WriteAllBytes(Compiled, new byte[40_000].Select((_, i) => (byte)(i * 7)).ToArray());
        Volume.WriteBackAll();
    }

    private string Compiled => _volume.PathOf("obj/App.dll");

    private string Output => _volume.PathOf("bin/App.dll");

    [TestMethod]
    public void TheLogHasTheSourceTheReasonAndTheChange()
    {
        Make("cp", "--reflink=never");
        string[] lines = Ask(1, CopyKind.Copied, new WhyCopied(Reason.SourceIsDirty));
        Assert.AreEqual("obj/App.dll and bin/App.dll have no bytes in common.", lines[0]);
        Assert.AreEqual("- The log says: copied: not yet flushed to disk (in the build of App, by CopyOnWrite.Sdk's Copy, "
            + $"from {Compiled}).", lines[^2]);
        Assert.StartsWith("> Set CopyOnWriteFlushSources", lines[^1]);
    }

    [TestMethod]
    public void WhetherItIsACloneOrALinkIsReadFromTheDisk()
    {
        Make("cp", "--reflink=always");
        Assert.AreEqual("obj/App.dll and bin/App.dll are clones: all 41.0 KB are in common.", Ask(0, CopyKind.Cloned)[0]);
        File.Delete(Output);
        Make("ln");
        string[] lines = Ask(1, CopyKind.Unknown);
        Assert.StartsWith("obj/App.dll and bin/App.dll are names of one file (links), not clones", lines[0]);
        Assert.StartsWith("> `dotnet cow doctor` says", lines[^1]);
    }

    [TestMethod]
    public void OfACopyByMSBuildsOwnTaskTheDoctorKnowsMore()
    {
        Make("cp", "--reflink=never");
        string[] lines = Ask(1, CopyKind.Unknown, bySdk: false);
        Assert.Contains("by MSBuild's own Copy", lines[^2]);
        Assert.StartsWith("> `dotnet cow doctor` says", lines[^1]);
    }

    [TestMethod]
    [OSCondition(OperatingSystems.Linux)]
    public void AFileFromTheCacheSharesWithAnEntryAndNotWithItsSource()
    {
        Make("cp", "--reflink=never");
        Command.OutputOf("cp", "--reflink=always", Output, _volume.PathOf("entry"));
        string[] lines = Ask(0, CopyKind.FromCache);
        Assert.AreEqual("App.dll shares all of its 41.0 KB.", lines[0]);
        Assert.StartsWith("- The log says: cloned from the cache (in the build of App, by ", lines[^1]);
    }

    /// <summary>Btrfs keeps a file of up to 2 KiB there, and a clone of it is a copy.</summary>
    [TestMethod]
    public void NoChangeIsAdvisedForAFileInTheMetadata()
    {
        File.WriteAllBytes(Output, new byte[100]);
        File.Delete(Compiled);
        string[] lines = Ask(0, CopyKind.Copied, new WhyCopied(Reason.DifferentVolumesTooSmall));
        Assert.AreEqual("App.dll is stored in the file system's metadata (100 bytes), which is never shared.", lines[0]);
        Assert.StartsWith("- The log says: copied: ", lines[^1]);
    }

    [TestMethod]
    public void WhereOnlyTheLogHasAReasonItsChangeIsAdvised()
    {
        using var unknown = VolumeUnderTest.Require("tmpfs");
        string output = unknown.PathOf("App.dll");
        File.Copy(Compiled, output);
        string[] lines = Ask(1, CopyKind.Copied, new WhyCopied(Reason.VolumeCannotClone), output: output);
        Assert.Contains("unknown, tmpfs does not report where files are stored", lines[0]);
        Assert.StartsWith("> Build on a volume that clones", lines[^1]);
        Assert.StartsWith("- The log says: ", Ask(1, CopyKind.Unknown, output: output)[^1]);
    }

    [TestMethod]
    public void AFileThatIsNamedTwiceIsOneFile()
    {
        string[] lines = AnswerOf(0, [Compiled, Path.Combine(_volume.Folder, "obj", ".", "App.dll")], null);
        Assert.AreEqual("App.dll shares nothing: all of its 41.0 KB are unshared.", lines.Single());
    }

    private void Make(params string[] command) => Command.OutputOf(command[0], [.. command.Skip(1), Compiled, Output]);

    private string[] Ask(int exitCode, CopyKind kind, WhyCopied? why = null, bool bySdk = true, string? output = null) => AnswerOf(
        exitCode, [output ?? Output], new FileCopy(_volume.PathOf("App.csproj"), Compiled, output ?? Output, kind, why, 40_000, bySdk));

    private static string[] AnswerOf(int exitCode, string[] paths, FileCopy? logged)
    {
        using var output = new StringWriter();
        Assert.AreEqual(exitCode, InspectCommand.Answer(new Screen(json: false, output), paths, logged, default));
        return output.ToString().TrimEnd().Split(Environment.NewLine);
    }
}
