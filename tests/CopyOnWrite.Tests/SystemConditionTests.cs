namespace CopyOnWrite.Tests;

/// <summary>On Windows and macOS the volume of COW_VOLUME_PLAIN is there: a class that needs Linux would fail, not be skipped.</summary>
[TestClass]
public sealed partial class SystemConditionTests
{
    /// <summary>The attribute is not inherited: each class has it whose base needs Linux.</summary>
    [TestMethod]
    [DataRow("CopyOnWrite.Tests", 40)]
    [DataRow("CopyOnWrite.Tasks.Tests", 2)]
    [DataRow("CopyOnWrite.Artifacts.Tests", 6)]
    public void EachTestClassThatNeedsLinuxSaysSo(string project, int atLeast)
    {
        string folder = Path.Combine(RepositoryRoot.Folder, "tests", project);
        var classes = Directory.GetFiles(folder, "*.cs", SearchOption.AllDirectories)
            .SelectMany(file => Class().Matches(File.ReadAllText(file).ReplaceLineEndings("\n")))
            .GroupBy(part => part.Groups["name"].Value)
            .ToDictionary(parts => parts.Key, parts => string.Concat(parts));
        bool NeedsLinux(string name) => classes.TryGetValue(name, out string? text)
            && (Linux().IsMatch(text) || Base().Matches(text).Any(match => NeedsLinux(match.Groups[1].Value)));

        string[] needing = [.. classes.Keys.Where(name => classes[name].Contains("[TestClass]") && NeedsLinux(name))];

        Assert.IsGreaterThanOrEqualTo(atLeast, needing.Length);
        string[] silent = [.. needing.Where(name => !classes[name].Contains("OSCondition(OperatingSystems."))];
        Assert.IsEmpty(silent, string.Join(", ", silent));
    }

    // The first three by their classes; the others run on Linux only.
    private static readonly string[] s_otherwise =
    [
        "CopyOnWrite.Tests", "CopyOnWrite.Tasks.Tests", "CopyOnWrite.Artifacts.Tests", "CopyOnWrite.Windows.Tests",
        "CopyOnWrite.NetFramework.Tests",
    ];

    /// <summary>Of the other test projects: Windows has no /proc, and Git for Windows some of the programs.</summary>
    [TestMethod]
    public void EachTestThatRunsAProgramOfUnixSaysSo()
    {
        string[] methods =
        [
            .. from project in Directory.GetDirectories(Path.Combine(RepositoryRoot.Folder, "tests"), "*.Tests")
               where !s_otherwise.Contains(Path.GetFileName(project))
               from file in Directory.GetFiles(project, "*.cs", SearchOption.AllDirectories)
               let text = File.ReadAllText(file).ReplaceLineEndings("\n")
               where !text.Contains("\n[OSCondition", StringComparison.Ordinal)
               from Match method in Method().Matches(text)
               where Unix().IsMatch(method.Value)
               select method.Value,
        ];

        Assert.IsGreaterThan(8, methods.Length);
        string[] silent = [.. methods.Where(method => !Said().IsMatch(method)).Select(method => method[..Math.Min(200, method.Length)])];
        Assert.IsEmpty(silent, string.Join("\n", silent));
    }

    [GeneratedRegex(@"^    \[TestMethod\]\n(?:(?!    \[TestMethod\]).*\n)*?    \}\n", RegexOptions.Multiline)]
    private static partial Regex Method();

    [GeneratedRegex(@"Command\.(?:OutputOf|Run)\(""(?!git""|dotnet"")|""/proc/")]
    private static partial Regex Unix();

    [GeneratedRegex(@"OSCondition|SkipUnless|Require\(""(?:btrfs|xfs|tmpfs|full|small|cc)""")]
    private static partial Regex Said();

    // From its attributes to the first line that ends one in the first column.
    [GeneratedRegex(
        @"^(?:\[.*\n)*(?:public|internal) (?:\w+ )*class (?<name>\w+)(?:.*;$|[^;]*?\n\{\n(?:[^}\n].*\n|\n)*\})", RegexOptions.Multiline)]
    private static partial Regex Class();

    [GeneratedRegex(@"^(?:public|internal) (?:\w+ )*class \w+(?:\(.*\))? : (\w+)", RegexOptions.Multiline)]
    private static partial Regex Base();

    // Its platform and calls, its volumes, the model that keeps its files there, and programs that Git for Windows has some of.
    [GeneratedRegex(
        @"new (?:LinuxPlatform|LinuxCacheLane|DotNetLinuxPlatform|RefsModel|RefsCacheLane)\(|LinuxNative\.|[^.]\bFile\.SetUnixFileMode"
        + @"|Require\(""(?:btrfs|xfs|tmpfs|full|small|cc)""|\(""(?:btrfs|xfs|tmpfs)"", clones|Command\.OutputOf\(""(?!git"")")]
    private static partial Regex Linux();
}
