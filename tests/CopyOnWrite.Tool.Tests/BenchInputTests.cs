using CopyOnWrite.Tool.Bench;

namespace CopyOnWrite.Tool.Tests;

/// <summary>What the bench is asked for, checked before anything is copied, and how it compares outputs.</summary>
[TestClass]
public sealed class BenchInputTests : InATemporaryFolder
{
    [TestMethod]
    [DataRow("BuiltIn BuiltInAgain Sdk", false)]
    [DataRow("BuiltIn Sdk", true, "--no-op", "--arm", "sdk", "--arm", "built-in")]
    public void TheArmsAreThoseNamedInTheirUsualOrder(string arms, bool noOp, params string[] given)
    {
        BenchOptions options = Read(given);
        Assert.AreEqual(arms, string.Join(' ', options.Arms));
        Assert.AreEqual(noOp, options.TimesNoOp);
    }

    [TestMethod]
    [DataRow("--project ../other.csproj does not exist in the repository.", "--project", "../other.csproj")]
    [DataRow("--project App.csproj does not exist in the repository.", "--project", "App.csproj")]
    [DataRow("--rounds is 0. ", "--rounds", "0")]
    [DataRow("/nothing-here is not a folder. ", "--volume", "/nothing-here")]
    public void WhatCannotBeMeasuredIsRefused(string message, params string[] given) =>
        Assert.StartsWith(message, Assert.ThrowsExactly<CommandFailedException>(() => Read(given)).Message);

    [TestMethod]
    public void TheProjectIsNamedRelativeToTheRepository()
    {
        File.WriteAllText(_folder.PathOf("App.csproj"), "<Project />");
        Assert.AreEqual("App.csproj -p:A=1", string.Join(' ', Read("--project", _folder.PathOf("App.csproj"), "-p", "A=1").BuildArguments));
        Assert.IsEmpty(Read().BuildArguments);
    }

    [TestMethod]
    public void OutputsDifferInContentModeAndPresenceAndThoseThatDifferBetweenTheBuiltInsAreLeftOut()
    {
        Write("a", "same", "b", "built-in", "time", "1");
        var builtIn = OutputComparison.Read(_folder.Folder, ["a", "b", "time"]);
        Write("time", "2");
        var again = OutputComparison.Read(_folder.Folder, ["a", "b", "time"]);
        Write("b", "by the SDK", "c", "new", "time", "3");
        var sdk = OutputComparison.Read(_folder.Folder, ["a", "b", "c", "time"]);
        (IReadOnlyDictionary<ArmKind, string[]> differences, string[] bySelf) =
            OutputComparison.Of([(ArmKind.BuiltIn, builtIn), (ArmKind.BuiltInAgain, again), (ArmKind.Sdk, sdk)]);
        CollectionAssert.AreEqual(new[] { "time" }, bySelf);
        Assert.IsEmpty(differences[ArmKind.BuiltIn]);
        Assert.IsEmpty(differences[ArmKind.BuiltInAgain]);
        string lines = string.Join('\n', differences[ArmKind.Sdk]);
        Assert.MatchesRegex(@"^b: .*8 bytes, SHA-256 \w+ != .*10 bytes, SHA-256 \w+\nc: missing != .*3 bytes, SHA-256 \w+$", lines);
    }

    private BenchOptions Read(params string[] more) => BenchOptions.Of(BenchCommand.New().Parse([_folder.Folder, .. more]));

    private void Write(params string[] namesAndTexts)
    {
        foreach (string[] file in namesAndTexts.Chunk(2))
        {
            File.WriteAllText(_folder.PathOf(file[0]), file[1]);
        }
    }
}
