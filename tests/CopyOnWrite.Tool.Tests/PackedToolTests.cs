using CopyOnWrite.Sdk.Tests.Infrastructure;

namespace CopyOnWrite.Tool.Tests;

[TestClass]
public sealed class PackedToolTests
{
    [TestMethod]
    public void InstalledItIsDotnetCow()
    {
        using var volume = VolumeUnderTest.Require("btrfs");
        Repo repo = Repo.New(volume);
        File.WriteAllText(volume.PathOf("file.txt"), string.Empty);
        string tools = volume.PathOf("tools");
        repo.OutputOf("tool", "install", "CopyOnWrite.Tool", "--version", SdkPackage.Version, "--tool-path", tools);

        repo.Variables["PATH"] = tools + Path.PathSeparator + Environment.GetEnvironmentVariable("PATH");
        DotNetResult result = repo.Run(["cow", "inspect", "../file.txt"]);
        Assert.AreEqual("file.txt is empty, so there is nothing to share.", result.Output.Trim());
        Assert.AreEqual(0, result.ExitCode);
    }
}
