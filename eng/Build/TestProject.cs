namespace CopyOnWrite.Build;

/// <summary>A test project of tests/.</summary>
internal sealed record TestProject(string Name)
{
    internal static TestProject UnderWine { get; } = new("CopyOnWrite.Windows.Tests");

    // The longest begins first, so that it does not run alone at the end. The others take a minute or two each.
    private static readonly string[] s_longestFirst =
    [
        UnderWine.Name, "CopyOnWrite.Sdk.Tests", "CopyOnWrite.Tests", "CopyOnWrite.Tool.Tests", "CopyOnWrite.Parity.Tests",
    ];

    // Projects that test in their own process: no package, no build, no other system.
    private static readonly string[] s_fast = ["CopyOnWrite.Tests", "CopyOnWrite.Tasks.Tests", "CopyOnWrite.Artifacts.Tests"];

    /// <summary>Whether its tests start no build.</summary>
    internal bool IsFast => s_fast.Contains(Name);

    internal string ProjectFile => Path.Combine(RepositoryRoot.Folder, "tests", Name, Name + ".csproj");

    internal string Assembly => RepositoryRoot.Built(Name);

    /// <summary>The projects in their order of starting.</summary>
    internal static IReadOnlyList<TestProject> All { get; } =
    [
        .. Directory.EnumerateFiles(Path.Combine(RepositoryRoot.Folder, "tests"), "*.Tests.csproj", SearchOption.AllDirectories)
            .Select(file => Path.GetFileNameWithoutExtension(file))
            .OrderBy(name => Array.IndexOf(s_longestFirst, name) is var place and >= 0 ? place : s_longestFirst.Length)
            .ThenBy(name => name, StringComparer.Ordinal)
            .Select(name => new TestProject(name)),
    ];
}
