namespace CopyOnWrite.Pipelines.Tests;

/// <summary>
/// The scripts for Windows are PowerShell by a grammar of it (tree-sitter's), and so are those inside the pipelines and pages. It is
/// stricter than PowerShell in places. What the cmdlets do is not seen here.
/// </summary>
[TestClass]
public sealed class PowerShellTests
{
    private const RegexOptions Lines = RegexOptions.Multiline | RegexOptions.Singleline;

    [TestMethod]
    public void EveryScriptParses()
    {
        string[] scripts = [.. Directory.GetFiles(Path.Combine(Root.Folder, "eng"))
            .Where(file => Path.GetExtension(file) is ".ps1" or ".psm1")];
        Assert.IsGreaterThanOrEqualTo(5, scripts.Length, string.Join(", ", scripts));
        Assert.AreEqual(string.Empty, Parse(scripts));
    }

    [TestMethod]
    public void EveryScriptInAPipelineParses()
    {
        (string, string)[] scripts = [.. Pipelines.All.SelectMany(file => file.Steps)
            .Where(step => step.Shell == "pwsh")
            .Select(step => (step.File, Pipelines.WithoutExpressions(step.Script)))];
        Assert.IsGreaterThanOrEqualTo(6, scripts.Length);
        AssertParsed(scripts);
    }

    [TestMethod]
    public void EveryBlockInAPageParses()
    {
        (string, string)[] blocks = [.. Directory.GetFiles(Root.Folder, "*.md")
            .Concat(Directory.GetFiles(Path.Combine(Root.Folder, "docs"), "*.md", SearchOption.AllDirectories))
            .SelectMany(page => Regex.Matches(File.ReadAllText(page), "^```powershell\n(.*?)^```$", Lines)
                .Select(block => (page, block.Groups[1].Value)))];
        Assert.IsNotEmpty(blocks, "README has one.");
        AssertParsed(blocks);
    }

    [TestMethod]
    [DataRow("if ($a { 'x' }\n")]
    [DataRow("function f { Get-Item -Path 'a' \n")]
    [DataRow("$a = @('x', \n")]
    public void WhatIsBrokenIsFound(string script)
    {
        string file = Write(Path.GetTempFileName(), script);
        Assert.AreNotEqual(string.Empty, Parse(file));
        File.Delete(file);
    }

    private static void AssertParsed((string File, string Script)[] scripts)
    {
        string folder = Directory.CreateTempSubdirectory("cow-pwsh").FullName;
        try
        {
            Assert.AreEqual(string.Empty, Parse([.. scripts.Select((script, i) =>
                Write(Path.Combine(folder, $"{i}-{Path.GetFileName(script.File)}.ps1"), script.Script))]));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static string Parse(params string[] files)
    {
        string treeSitter = NodePackage.Require("web-tree-sitter", "0.27.1");
        string grammar = NodePackage.Require("tree-sitter-powershell", "0.26.4");
        (int exitCode, string output) = Command.Run(
            Tools.Require("node"), [Path.Combine(Root.Here, "powershell.mjs"), treeSitter, grammar, .. files]);
        Assert.AreEqual(0, exitCode, output);
        return output;
    }

    private static string Write(string path, string script)
    {
        File.WriteAllText(path, script);
        return path;
    }
}
