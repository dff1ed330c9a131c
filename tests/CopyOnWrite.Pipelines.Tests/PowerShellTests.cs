namespace CopyOnWrite.Pipelines.Tests;

/// <summary>
/// The scripts for Windows are PowerShell by a grammar of it (tree-sitter's), and so are those inside the pipelines and pages. It is
/// stricter than PowerShell in places. What the cmdlets do is not seen here.
/// </summary>
[TestClass]
public sealed class PowerShellTests
{
    private const RegexOptions Lines = RegexOptions.Multiline | RegexOptions.Singleline;

    private static readonly string[] s_broken = ["if ($a { 'x' }\n", "function f { Get-Item -Path 'a' \n", "$a = @('x', \n"];

    /// <summary>All at once: most of the time goes to loading the grammar.</summary>
    [TestMethod]
    public void EveryScriptAndBlockParsesAndWhatIsBrokenIsFound()
    {
        string[] scripts = [.. Directory.GetFiles(Path.Combine(RepositoryRoot.Folder, "eng"))
            .Where(file => Path.GetExtension(file) is ".ps1" or ".psm1")];
        Assert.IsGreaterThanOrEqualTo(5, scripts.Length, string.Join(", ", scripts));
        (string, string)[] steps = [.. Pipelines.All.SelectMany(file => file.Steps)
            .Where(step => step.Shell == "pwsh")
            .Select(step => (step.File, Pipelines.WithoutExpressions(step.Script)))];
        Assert.IsGreaterThanOrEqualTo(6, steps.Length);
        (string, string)[] blocks = [.. Directory.GetFiles(RepositoryRoot.Folder, "*.md")
            .Concat(Directory.GetFiles(Path.Combine(RepositoryRoot.Folder, "docs"), "*.md", SearchOption.AllDirectories))
            .SelectMany(page => Regex.Matches(File.ReadAllText(page), "^```powershell\n(.*?)^```$", Lines)
                .Select(block => (page, block.Groups[1].Value)))];
        Assert.IsNotEmpty(blocks, "README has one.");

        string folder = Directory.CreateTempSubdirectory("cow-pwsh").FullName;
        try
        {
            string Write(string name, string script)
            {
                string file = Path.Combine(folder, name);
                File.WriteAllText(file, script);
                return file;
            }

            string[] parts = [.. steps.Concat(blocks).Select((part, i) => Write($"{i}-{Path.GetFileName(part.Item1)}.ps1", part.Item2))];
            string[] broken = [.. s_broken.Select((script, i) => Write($"broken-{i}.ps1", script))];
            ILookup<bool, string> errors = Parse([.. scripts, .. parts, .. broken])
                .ToLookup(line => broken.Any(file => line.StartsWith(file + ':', StringComparison.Ordinal)));
            Assert.AreEqual(string.Empty, string.Join('\n', errors[false]));
            foreach (string file in broken)
            {
                Assert.Contains(line => line.StartsWith(file + ':', StringComparison.Ordinal), errors[true], file);
            }
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static string[] Parse(string[] files)
    {
        string treeSitter = NodePackage.Require("web-tree-sitter", "0.27.1");
        string grammar = NodePackage.Require("tree-sitter-powershell", "0.26.4");
        (int exitCode, string output) = Command.Run(
            Tools.Require("node"), [Path.Combine(AppContext.BaseDirectory, "powershell.mjs"), treeSitter, grammar, .. files]);
        Assert.AreEqual(0, exitCode, output);
        return output.Split('\n', StringSplitOptions.RemoveEmptyEntries);
    }
}
