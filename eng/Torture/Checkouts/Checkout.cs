namespace CopyOnWrite.Torture.Checkouts;

/// <summary>A checkout of <see cref="SampleSolution"/>, and its builds.</summary>
internal sealed class Checkout(string folder, IReadOnlyDictionary<string, string?> variables)
{
    internal string Folder => folder;

    internal IReadOnlyDictionary<string, string?> Variables => variables;

    internal Checkout Beside(string name) => new(Path.Combine(Path.GetDirectoryName(folder)!, name), variables);

    /// <summary>Sources, in the same order in each checkout.</summary>
    internal IReadOnlyList<string> Files(string pattern) =>
    [
        .. Directory.EnumerateFiles(folder, pattern, SearchOption.AllDirectories).Select(Relative).Where(IsSource)
            .Order(StringComparer.Ordinal),
    ];

    internal static bool IsSource(string path) => !Regex.IsMatch(path, "(^|/)(bin|obj|artifacts|packages|Generated)(/|$)") && !IsGits(path);

    internal string PathOf(string file) => Path.Combine(folder, file);

    internal bool Has(string file) => File.Exists(PathOf(file));

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

    internal void Commit(params string[] options)
    {
        Git("add", ".");
        Git(["commit", "-q", "-m", "one", .. options]);
    }

    internal string[] Status()
    {
        var lines = new List<string>();
        ChildProcess.RunAsync(new("git", ["-C", folder, "status", "--porcelain"]), lines.Add, readErrors: true, CancellationToken.None)
            .GetAwaiter().GetResult();
        return [.. lines];
    }

    internal Built Build(params IReadOnlyList<string> arguments)
    {
        DotNetResult result = DotNet.Run(
            folder, ["build", "-nologo", "-m:1", "-clp:PerformanceSummary", .. arguments], variables: variables);

        // Caches and lists are notes of MSBuild, and depend on what was built before; bytes of fsc's on the length of the path that it
        // maps, and the name of a list of imports on the path.
        TreeSnapshot files = Snapshot(path => !IsSource(path)
            && !Regex.IsMatch(path, @"(\.cache|\.FileListAbsolute\.txt|\.copyonwrite\.targets|\.protodep|\.Up2Date|/Sharp\.dll)$"));
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
    internal string[] Outputs(string project = "(?!artifacts)[^/]+", string kind = "(bin|obj|Generated)") =>
    [
        .. Directory.EnumerateDirectories(folder, "*", SearchOption.AllDirectories)
            .Where(path => Regex.IsMatch(Relative(path), $"^({project}/{kind}|artifacts/{kind}/{project})$")),
    ];

    /// <summary>
    /// What came along and names another checkout, but for what a first build imports, copies of sources, and what is older than all
    /// sources: the target that wrote it makes it again.
    /// </summary>
    internal IEnumerable<string> NamedBeforeABuild(IEnumerable<Checkout> others)
    {
        TreeEntry[] known = [.. Snapshot(IsSource).Entries.Values.Where(entry => entry.Kind == TreeEntryKind.File)];
        HashSet<string> sources = [.. known.Select(entry => entry.Sha256)];
        long first = known.Min(entry => entry.ModifiedNanoseconds);
        TreeSnapshot outputs = Snapshot(path => !IsSource(path));
        return others.SelectMany(other => FilesThatName(other.Folder)).Distinct().Where(path =>
            !path.EndsWith(".copyonwrite.targets", StringComparison.Ordinal)
            && outputs.Entries[path] is var entry && !sources.Contains(entry.Sha256) && entry.ModifiedNanoseconds >= first);
    }

    /// <summary>What builds wrote with the path of another checkout in it, in any encoding.</summary>
    internal IEnumerable<string> FilesThatName(string other)
    {
        (string From, string Own)[] forms = [.. PathForms.Of(other).Zip(PathForms.Of(folder))];
        foreach (string file in Snapshot(path => !IsSource(path)).Entries.Values.Where(entry => entry.Kind == TreeEntryKind.File)
            .Select(entry => entry.Path))
        {
            // A checkout inside of the other has the other's path in its own.
            string text = PathForms.TextOf(File.ReadAllBytes(PathOf(file)));
            if (forms.Any(form => Regex.IsMatch(
                text.Replace(form.Own, string.Empty, StringComparison.Ordinal), Regex.Escape(form.From) + @"(?!\0?[\w.-])",
                RegexOptions.CultureInvariant)))
            {
                yield return file;
            }
        }
    }

    private static bool IsGits(string path) => Regex.IsMatch(path, @"(^|/)\.(git|claude|cow-[^/]*)(/|$)");

    private string Relative(string file) => Path.GetRelativePath(folder, file);
}

/// <summary>The end of a build.</summary>
/// <param name="Files">What is in bin and obj.</param>
internal sealed record Built(DotNetResult Result, TreeSnapshot Files)
{
    /// <summary>The project files for which a compiler ran.</summary>
    internal IEnumerable<string> Compiled => Regex.Matches(Result.Output, "^ *Compiled: (.+?)\r?$", RegexOptions.Multiline)
        .Select(found => found.Groups[1].Value);

    internal string? HashOf(string path) => Files.Entries.GetValueOrDefault(path)?.Sha256;
}
