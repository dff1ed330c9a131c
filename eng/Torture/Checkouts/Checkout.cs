namespace CopyOnWrite.Torture.Checkouts;

/// <summary>A checkout of <see cref="SampleSolution"/>, and its builds.</summary>
internal sealed class Checkout(string folder, IReadOnlyDictionary<string, string?> variables)
{
    internal string Folder => folder;

    /// <summary>Sources, in the same order in each checkout.</summary>
    internal IReadOnlyList<string> Files(string pattern) =>
    [
        .. Directory.EnumerateFiles(folder, pattern, SearchOption.AllDirectories).Select(Relative).Where(IsSource)
            .Order(StringComparer.Ordinal),
    ];

    internal static bool IsSource(string path) => !Regex.IsMatch(path, "(^|/)(bin|obj|artifacts|packages)(/|$)") && !IsGits(path);

    internal string PathOf(string file) => Path.Combine(folder, file);

    internal string Read(string file) => File.ReadAllText(PathOf(file));

    internal void Write(string file, string text)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(PathOf(file))!);
        File.WriteAllText(PathOf(file), text);
    }

    internal TreeSnapshot Snapshot(Func<string, bool>? include = null) =>
        TreeSnapshot.Take(folder, path => !IsGits(path) && include?.Invoke(path) != false);

    internal void Git(params string[] arguments) => Programs.Run(
        ["git", "-C", folder, "-c", "user.name=a", "-c", "user.email=a@example.org", .. arguments]);

    internal void Commit()
    {
        Git("add", ".");
        Git("commit", "-q", "-m", "one");
    }

    internal Built Build(params IReadOnlyList<string> arguments)
    {
        DotNetResult result = DotNet.Run(
            folder, ["build", "-nologo", "-m:1", "-clp:PerformanceSummary", .. arguments], variables: variables);

        // Caches and lists are notes of MSBuild, and depend on what was built before; bytes of fsc's on the length of the path that it maps.
        TreeSnapshot files = Snapshot(path =>
            !IsSource(path) && !Regex.IsMatch(path, @"(\.cache|\.FileListAbsolute\.txt|\.copyonwrite\.targets|/Sharp\.dll)$"));
        return new Built(result, files);
    }

    /// <summary>Builds from nothing at this path, and restores what was built before.</summary>
    internal Built BuildFromScratch(IReadOnlyList<string> arguments)
    {
        string kept = folder + "-kept";
        string[] outputs = Outputs();
        foreach (string output in outputs)
        {
            Directory.CreateDirectory(Path.GetDirectoryName(Kept(output))!);
            Directory.Move(output, Kept(output));
        }

        Built built = Build(arguments);
        Array.ForEach(Outputs(), output => Directory.Delete(output, recursive: true));
        Array.ForEach(outputs, output => Directory.Move(Kept(output), output));
        Directory.Delete(kept, recursive: true);
        return built;

        string Kept(string output) => Path.Combine(kept, Relative(output));
    }

    /// <summary>What an IDE does when it loads the projects.</summary>
    internal Checkout BuiltForAnIde()
    {
        Build("-t:Restore").Result.ThrowIfFailed();
        Build(
            "-t:Load", "-p:InnerTargets=Load", "-p:DesignTimeBuild=true", "-p:SkipCompilerExecution=true",
            "-p:ProvideCommandLineArgs=true", "-p:BuildProjectReferences=false").Result.ThrowIfFailed();
        return this;
    }

    /// <summary>The folders of projects that builds write to, in either layout.</summary>
    internal string[] Outputs(string project = "(?!artifacts)[^/]+", string kind = "(bin|obj)") =>
    [
        .. Directory.EnumerateDirectories(folder, "*", SearchOption.AllDirectories)
            .Where(path => Regex.IsMatch(Relative(path), $"^({project}/{kind}|artifacts/{kind}/{project})$")),
    ];

    /// <summary>What builds wrote with the path of another checkout in it, in any encoding.</summary>
    internal IEnumerable<string> FilesThatName(string other)
    {
        foreach (string file in Snapshot(path => !IsSource(path)).Entries.Values.Where(entry => entry.Kind == TreeEntryKind.File)
            .Select(entry => entry.Path))
        {
            string bytes = Encoding.Latin1.GetString(File.ReadAllBytes(PathOf(file)));
            if (new[] { Encoding.UTF8, Encoding.Unicode }.Any(encoding =>

                // A checkout inside of the other has the other's path in its own.
                bytes.Replace(Of(folder, encoding), string.Empty, StringComparison.Ordinal)
                    .Contains(Of(other + "/", encoding), StringComparison.Ordinal)))
            {
                yield return file;
            }
        }

        static string Of(string path, Encoding encoding) => Encoding.Latin1.GetString(encoding.GetBytes(path));
    }

    private static bool IsGits(string path) => Regex.IsMatch(path, @"(^|/)\.(git|claude)(/|$)");

    private string Relative(string file) => Path.GetRelativePath(folder, file);
}

/// <summary>The end of a build.</summary>
/// <param name="Files">What is in bin and obj.</param>
internal sealed record Built(DotNetResult Result, TreeSnapshot Files)
{
    internal string? HashOf(string path) => Files.Entries.GetValueOrDefault(path)?.Sha256;
}
