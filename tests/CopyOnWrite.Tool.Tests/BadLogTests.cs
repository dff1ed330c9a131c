using System.Buffers.Binary;
using CopyOnWrite.Sdk.Tests.Infrastructure;

namespace CopyOnWrite.Tool.Tests;

/// <summary>What is no log that can be read: a sentence that says what to do, and 2.</summary>
[TestClass]
public sealed class BadLogTests
{
    private static string s_log = null!;
    private static VolumeUnderTest s_volume = null!;

    [ClassInitialize]
    public static void BuildOnce(TestContext context)
    {
        s_volume = VolumeUnderTest.Require("btrfs");
        Repo repo = CopyOnlyRepo.New(s_volume, withSdk: true);
        s_log = s_volume.PathOf("whole.binlog");
        repo.OutputOf("build", "-restore", "-t:OnlyCopy", $"-bl:{s_log}");
    }

    [ClassCleanup]
    public static void ReleaseVolume() => s_volume?.Dispose();

    [TestMethod]
    [DataRow(0.0)]
    [DataRow(0.001)]
    [DataRow(0.5)]
    [DataRow(0.9)]
    public void ATruncatedLog(double part)
    {
        byte[] whole = File.ReadAllBytes(s_log);
        string log = Written($"truncated-{part}.binlog", whole[..(int)(whole.Length * part)]);
        Assert.Contains("is not a complete binary log", Ask(log).Ended(2).FirstLine);
    }

    // The first two numbers are the version of the format, and the oldest reader's that understands it.
    [TestMethod]
    [DataRow(99, 18, 0, "were cloned", DisplayName = "a newer format that is compatible")]
    [DataRow(99, 99, 2, "is from a version of MSBuild that this dotnet cow does not read", "Install a newer version of the tool")]
    [DataRow(3, 3, 2, "is not a complete binary log", "Build again with -bl", DisplayName = "an older format than it has")]
    public void ALogOfAnotherFormat(int format, int oldestReader, int exitCode, params string[] expected)
    {
        byte[] bytes = LogBytes.Unpack(s_log);
        BinaryPrimitives.WriteInt32LittleEndian(bytes, format);
        BinaryPrimitives.WriteInt32LittleEndian(bytes.AsSpan(sizeof(int)), oldestReader);
        Answer answer = Ask(Written($"format-{format}-{oldestReader}.binlog", LogBytes.Pack(bytes))).Ended(exitCode);
        Array.ForEach(expected, part => Assert.Contains(part, answer.FirstLine));
    }

    [TestMethod]
    public void WhatIsNoLog()
    {
        Assert.Contains("is not a complete binary log", Ask(Written("text.binlog", "Build succeeded."u8.ToArray())).Ended(2).FirstLine);
        Assert.Contains("nothing.binlog does not exist", Ask(s_volume.PathOf("nothing.binlog")).Ended(2).FirstLine);
        Assert.Contains("is a folder. Name the log itself", Ask(s_volume.Folder).Ended(2).FirstLine);
    }

    [TestMethod]
    public void ALogThatMayNotBeRead()
    {
        string log = Written("private.binlog", File.ReadAllBytes(s_log));
        File.SetUnixFileMode(log, UnixFileMode.None);

        // Root may read everything, but not without that privilege.
        string[]? under = Environment.IsPrivilegedProcess
            ? [Tools.Require("setpriv"), "--bounding-set", "-dac_override,-dac_read_search", "--inh-caps", "-all"]
            : null;
        Assert.Contains("This user cannot read", Cow.Run(s_volume.Folder, ["report", log], under: under).Ended(2).FirstLine);
    }

    [TestMethod]
    [OSCondition(OperatingSystems.Linux)]
    public void AFileThatMayNotBeWritten() =>
        Assert.Contains("cannot be written", Ask(s_log, "--markdown", "/proc/nothing/report.md").Ended(2).FirstLine);

    [TestMethod]
    public void NoFileIsWrittenOverTheLog()
    {
        byte[] whole = File.ReadAllBytes(s_log);
        string log = Written("kept.binlog", whole);
        string link = s_volume.PathOf("link.md");
        File.CreateSymbolicLink(link, log);
        foreach (string[] options in new[] { (string[])["--markdown", log], ["--markdown", link], ["--accept", "--baseline", log] })
        {
            Assert.AreEqual(
                $"{options[^2]} {options[^1]} would overwrite the log. Name another file.",
                Cow.Run(s_volume.Folder, ["report", log, .. options]).Ended(2).FirstLine);
            CollectionAssert.AreEqual(whole, File.ReadAllBytes(log));
        }
    }

    /// <summary>Opening a pipe would wait for a writer.</summary>
    [TestMethod]
    [OSCondition(OperatingSystems.Linux | OperatingSystems.OSX)]
    [DataRow("report")]
    [DataRow("why")]
    [DataRow("inspect")]
    public void APipeIsRefused(string command)
    {
        string pipe = s_volume.PathOf($"{command}.pipe");
        Command.OutputOf("mkfifo", pipe);
        Assert.StartsWith($"{pipe} is a pipe or a device. Name ", Cow.Run(s_volume.Folder, [command, pipe]).Ended(2).FirstLine);
    }

    private static Answer Ask(string log, params string[] more) => Cow.Run(s_volume.Folder, ["report", log, .. more]);

    private static string Written(string name, byte[] content)
    {
        string path = s_volume.PathOf(name);
        File.WriteAllBytes(path, content);
        return path;
    }
}
