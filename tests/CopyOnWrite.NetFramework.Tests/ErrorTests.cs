namespace CopyOnWrite.NetFramework.Tests;

/// <summary>Ours fails with the built-in's errors, in the same words; the call's other files are copied or not as there.</summary>
[TestClass]
public sealed class ErrorTests
{
    private static readonly (string Name, string Copy, string Code)[] s_wrong =
    [
        ("source-missing", """<Copy SourceFiles="none.bin;a.bin" DestinationFolder="to-NAME" />""", "MSB3030"),
        ("source-is-a-folder", """<Copy SourceFiles="folder;a.bin" DestinationFiles="to-NAME/x;to-NAME/a" />""", "MSB3025"),
        ("destination-is-a-folder", """<Copy SourceFiles="a.bin" DestinationFiles="folder" />""", "MSB3024"),
        ("destination-folder-is-a-file", """<Copy SourceFiles="a.bin;b.bin" DestinationFolder="b.bin" />""", "MSB3021"),
        ("two-kinds-of-destination", """<Copy SourceFiles="a.bin" DestinationFiles="x" DestinationFolder="to-NAME" />""", "MSB3022"),
        ("one-destination-too-few", """<Copy SourceFiles="a.bin;b.bin" DestinationFiles="x" />""", "MSB3094"),

        // The one character that mono's Path methods refuse. .NET Framework's refuse | " < > and control characters as well, with the same
        // ArgumentException, and a second colon with a NotSupportedException, which only Windows shows.
        ("nul-in-the-destination-folder", """<Copy SourceFiles="a.bin" DestinationFolder="to%00-NAME" />""", "MSB3021"),
        ("nul-in-a-source-and-a-folder", """<Copy SourceFiles="a%00b;a.bin" DestinationFolder="to-NAME" />""", "MSB3021"),
        ("nul-in-a-source-and-a-file", """<Copy SourceFiles="a%00b;a.bin" DestinationFiles="to-NAME/x;to-NAME/a" />""", "MSB3021"),
    ];

    [TestMethod]
    public void ErrorsAreTheBuiltIns()
    {
        using var repo = new FrameworkRepo("btrfs");
        _ = repo.WriteFile("a.bin");
        _ = repo.WriteFile("b.bin");
        _ = Directory.CreateDirectory(repo.PathOf("folder"));
        string[] projects = [.. s_wrong.SelectMany(wrong =>
            new[] { true, false }.Select(disabled => Project(repo, wrong.Name, wrong.Copy, disabled)))];

        IReadOnlyList<FrameworkBuild> builds = repo.Build(projects);

        var differences = new List<string>();
        for (int i = 0; i < s_wrong.Length; i++)
        {
            (FrameworkBuild builtIn, FrameworkBuild ours) = (builds[2 * i], builds[(2 * i) + 1]);
            Assert.IsFalse(builtIn.IsOurs, builtIn.Text);
            Assert.IsTrue(ours.IsOurs, ours.Text);
            string[] expected = Said(builtIn.Log, "built-in", s_wrong[i].Name);
            string[] got = Said(ours.Log, "ours", s_wrong[i].Name);
            if (!expected.SequenceEqual(got) || !got[0].StartsWith(s_wrong[i].Code, StringComparison.Ordinal))
            {
                differences.Add($"{s_wrong[i].Name}:\nbuilt-in: {string.Join("\n  ", expected)}\nours: {string.Join("\n  ", got)}");
            }
        }

        Assert.IsEmpty(differences, string.Join("\n\n", differences));
    }

    private static string Project(FrameworkRepo repo, string name, string copy, bool disabled)
    {
        string kind = disabled ? "built-in" : "ours";
        return repo.WriteProject(
            $"{name}-{kind}", copy.Replace("NAME", $"{name}-{kind}", StringComparison.Ordinal),
            disabled ? "<DisableCopyOnWrite>true</DisableCopyOnWrite>" : string.Empty);
    }

    /// <summary>Errors, in whatever order its threads met them, and how many files were copied.</summary>
    private static string[] Said(BuildLog log, string kind, string name) =>
    [
        .. log.Errors
            .Select(error => $"{error.Code}: {error.Text.Replace($"{name}-{kind}", name, StringComparison.Ordinal)}")
            .Order(StringComparer.Ordinal)
            .DefaultIfEmpty("no error"),
        $"{log.CopyCalls.Sum(call => call.CopiedFiles.Count())} files copied",
    ];
}
