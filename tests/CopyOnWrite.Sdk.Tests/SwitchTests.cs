namespace CopyOnWrite.Sdk.Tests;

/// <summary>The master switch, DisableCopyOnWrite.</summary>
[TestClass]
public sealed class SwitchTests : OnBtrfs
{
    [TestMethod]
    [DataRow("true")]
    [DataRow("1")]
    [DataRow("True")]
    [DataRow("yes")]
    public void OnTheCommandLineItGivesTheBuiltInTaskAndSaysSo(string value) =>
        AssertOff(CopyOnlyRepo.New(_volume, withSdk: true).BuildOnlyCopy($"-p:DisableCopyOnWrite={value}", "-v:normal"));

    [TestMethod]
    [DataRow(true)]
    [DataRow(false)]
    public void InTheProjectWhichIsReadAfterTheSdkOrAsAVariableItGivesTheBuiltInTaskAndSaysSo(bool inProject)
    {
        Repo repo = CopyOnlyRepo.New(
            _volume, withSdk: true, inProject ? "<PropertyGroup><DisableCopyOnWrite>true</DisableCopyOnWrite></PropertyGroup>" : "");
        repo.Variables["DisableCopyOnWrite"] = inProject ? null : "1";
        AssertOff(repo.BuildOnlyCopy("-v:normal"));
    }

    [TestMethod]
    [DataRow("false")]
    [DataRow("0")]
    [DataRow("no")]
    [DataRow("")]
    public void TurnedBackOnItGivesOurTask(string value) =>
        CopyOnlyRepo.New(_volume, withSdk: true)
            .BuildOnlyCopy($"-p:DisableCopyOnWrite={value}")
            .Succeeded()
            .WithoutWarnings()
            .WithOurCopy();

    [TestMethod]
    [DataRow("maybe")]
    [DataRow("2")]
    public void AnyOtherValueIsAnErrorThatNamesThePropertyTheValuesAndAPage(string value)
    {
        Repo repo = CopyOnlyRepo.New(_volume, withSdk: true);
        string text = repo.BuildOnlyCopy($"-p:DisableCopyOnWrite={value}").Failed("COW1001").Log.Errors[0].Text;

        Assert.Contains($"DisableCopyOnWrite is '{value}'", text);
        Assert.Contains("true or 1", text);
        Assert.Contains("false or 0", text);
        Assert.IsFalse(File.Exists(repo.PathOf("out/copied.txt")), "Something was copied all the same.");
    }

    private static void AssertOff(RepoBuild build)
    {
        build.Succeeded().WithoutWarnings().WithBuiltInCopy();
        Assert.Contains("CopyOnWrite: turned off by DisableCopyOnWrite=", build.Result.Output);
    }
}
