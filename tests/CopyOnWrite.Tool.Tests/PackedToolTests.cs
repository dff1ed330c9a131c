using System.IO;
using CopyOnWrite.Measurement;
using CopyOnWrite.Sdk.Tests.Infrastructure;
using CopyOnWrite.Testing;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tool.Tests;

[TestClass]
public sealed class PackedToolTests
{
    [TestMethod]
    public void InstalledAsALocalToolItIsDotnetCow()
    {
        using var volume = VolumeUnderTest.Require("btrfs");
        Repo repo = Repo.New(volume);
        File.WriteAllText(volume.PathOf("file.txt"), string.Empty);
        foreach (string[] arguments in (string[][])[["new", "tool-manifest"], ["tool", "install", "CopyOnWrite.Tool", "--version", SdkPackage.Version]])
        {
            DotNetResult done = repo.Run(arguments);
            Assert.AreEqual(0, done.ExitCode, done.Output);
        }

        DotNetResult result = repo.Run(["cow", "inspect", "../file.txt"]);
        Assert.AreEqual("file.txt is empty, so there is nothing to share.", result.Output.Trim());
        Assert.AreEqual(0, result.ExitCode);
    }
}
