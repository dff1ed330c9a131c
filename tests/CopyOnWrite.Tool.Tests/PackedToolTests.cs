using CopyOnWrite.Sdk.Tests.Infrastructure;

namespace CopyOnWrite.Tool.Tests;

[TestClass]
public sealed class PackedToolTests : OnBtrfs
{
    [TestMethod]
    public void InstalledItIsDotnetCow()
    {
        Repo repo = Repo.New(_volume);
        File.WriteAllText(_volume.PathOf("file.txt"), string.Empty);
        string tools = _volume.PathOf("tools");
        repo.OutputOf("tool", "install", "CopyOnWrite.Tool", "--version", SdkPackage.Version, "--tool-path", tools);

        repo.Variables["PATH"] = tools + Path.PathSeparator + Environment.GetEnvironmentVariable("PATH");
        DotNetResult result = repo.Run(["cow", "inspect", "../file.txt"]);
        Assert.AreEqual("file.txt is empty, so there is nothing to share.", result.Output.Trim());
        Assert.AreEqual(0, result.ExitCode);
    }
}
