using System;
using System.Collections.Generic;
using System.CommandLine;
using System.CommandLine.Help;
using System.IO;
using System.Linq;
using System.Text.Json.Nodes;
using CopyOnWrite.Testing;
using CopyOnWrite.Tool.Output;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tool.Tests;

/// <summary>The answer to a wrong command line.</summary>
[TestClass]
public sealed class CommandLineTests
{
    [TestMethod]
    [DataRow("Unknown command doctr. Did you mean `dotnet cow doctor`?", "doctr")]
    [DataRow("Unknown command dcotor. Did you mean `dotnet cow doctor`?", "dcotor")]
    [DataRow("Unknown command prnue. Did you mean `dotnet cow cache prune`?", "cache", "prnue")]
    [DataRow("Unknown command dance.", "dance")]
    [DataRow("Unknown option --jsn. Did you mean `--json`?", "inspect", "a.dll", "--jsn")]
    [DataRow("Unknown option --hmtl. Did you mean `--html`?", "report", "a.binlog", "--hmtl")]
    [DataRow("Unknown option --nothing-like-it.", "inspect", "--nothing-like-it")]
    [DataRow("Unknown option --round. Did you mean `--rounds`?", "bench", "--round", "3")]
    [DataRow("Unknown command mrege. Did you mean `dotnet cow bench merge`?", "bench", "mrege", "a.json")]
    [DataRow("<file> is empty. Name a value.", "why", "")]
    [DataRow("<dir> is empty. Name a value.", "volume", "create", "")]
    [DataRow("--html is empty. Name a value.", "report", "a.binlog", "--html", "")]
    [DataRow("--command is empty. Name a value.", "bench", "--command", "")]
    [DataRow("--rounds is 'many', which is not a whole number.", "bench", ".", "--rounds", "many")]
    [DataRow("--seed is '1.5', which is not a whole number.", "bench", ".", "--seed", "1.5")]
    public void ItIsNamedAndWhatIsCloseIsSuggested(string expected, params string[] arguments)
    {
        IReadOnlyList<string> errors = CommandErrors.Of(CowCommand.New().Parse(arguments));
        Assert.AreEqual(expected, errors[0]);
    }

    [TestMethod]
    [DataRow("doctor")]
    [DataRow("inspect", "a.dll", "b.dll", "--json")]
    [DataRow("inspect", "--", "--jsn")]
    [DataRow("bench", ".", "--rounds", "9", "-p", "A=1", "--overwrite")]
    [DataRow("bench", "merge", "a.json", "--output", "all")]
    [DataRow("cache", "prune", "--max-age", "3d")]
    [DataRow("volume", "create", "clones", "--size", "")]
    public void ARightOneHasNothingSaidOfIt(params string[] arguments) =>
        Assert.IsEmpty(CommandErrors.Of(CowCommand.New().Parse(arguments)), string.Join(' ', arguments));

    [TestMethod]
    [DataRow(0)]
    [DataRow(0, "cache")]
    [DataRow(0, "volume")]
    [DataRow(1, "cache", "--jsn")]
    [DataRow(1, "cache", "prnue")]
    public void ACommandThatOnlyHasCommandsShowsItsHelp(int errors, params string[] arguments)
    {
        ParseResult parsed = CommandLine.Parse(CowCommand.New(), arguments);
        Assert.HasCount(errors, CommandErrors.Of(parsed));
        Assert.AreEqual(errors == 0, parsed.Action is HelpAction, string.Join(' ', arguments));
    }

    [TestMethod]
    public void TheVersionIsNotHelp() => Assert.IsNotInstanceOfType<HelpAction>(CommandLine.Parse(CowCommand.New(), ["--version"]).Action);

    [TestMethod]
    public void JsonHasTheVersionAndTheCommitOfTheTool()
    {
        using var output = new StringWriter();
        new Screen(json: true, output).WriteJson(new { summary = "well" });
        JsonNode json = JsonNode.Parse(output.ToString())!;
        Assert.AreEqual(ToolVersion.Current, (string?)json["version"]);
        Assert.IsTrue(json.AsObject().ContainsKey("commit"), json.ToJsonString());
        Assert.MatchesRegex("^([0-9a-f]{40}|built outside of git)$", (string?)json["commit"] ?? "built outside of git");
    }

    [TestMethod]
    public void EveryCommandIsAmongTheExamples()
    {
        foreach (string command in CowCommand.New().Subcommands.Select(command => command.Name))
        {
            Assert.Contains($"  dotnet cow {command} ", CowCommand.Examples);
        }
    }

    [TestMethod]
    [DataRow("/home/me/.dotnet/tools/.store/copyonwrite.tool/1/copyonwrite.tool/1/tools/net10.0/any/", " --global")]
    [DataRow("/opt/my tools/.store/copyonwrite.tool/1/copyonwrite.tool/1/tools/net10.0/any/", " --tool-path '/opt/my tools'")]
    [DataRow("/home/me/.nuget/packages/copyonwrite.tool/1/tools/net10.0/any/", "")]
    public void TheCommandToUpdateIsThatOfTheWayOfInstallation(string folder, string option)
    {
        Tools.SkipUnless(!OperatingSystem.IsWindows(), "Paths of Unix.");
        Assert.AreEqual(
            $"dotnet tool update CopyOnWrite.Tool{option}", ToolInstallation.UpdateCommandOf(folder, "/home/me/.dotnet/tools"));
    }

    [TestMethod]
    [DataRow("", "", 0)]
    [DataRow("a", "", 1)]
    [DataRow("doctor", "doctr", 1)]
    [DataRow("doctor", "dcotor", 1)]
    [DataRow("--json", "--html", 4)]
    public void DistanceIsCountedInLetters(string one, string other, int letters) =>
        Assert.AreEqual(letters, CommandErrors.Distance(one, other));
}
