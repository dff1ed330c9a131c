using System.Text.RegularExpressions;

namespace CopyOnWrite.Tool.Outputs;

/// <summary>Tells which files are of which project, as far as names and texts tell. Paths are relative to the checkout.</summary>
internal sealed partial class ProjectFiles
{
    // What MSBuild, NuGet and the compilers look for in all folders above a project.
    private static readonly string[] s_foundAbove =
    [
        "Directory.Build.props", "Directory.Build.targets", "Directory.Packages.props", "Directory.Build.rsp", ".editorconfig",
        ".globalconfig", "global.json",
    ];

    // What a project may name anywhere.
    private static readonly string[] s_imported = [".props", ".targets", ".projitems", ".rsp", ".ruleset", ".globalconfig"];
    private static readonly string[] s_projects = [".csproj", ".fsproj", ".vbproj"];
    private static readonly string[] s_sources = [".cs", ".vb", ".fs", ".resx"];
    private static readonly string[] s_moreSources = [".razor", ".cshtml", ".xaml", .. s_projects, .. s_sources];

    /// <summary>NuGet's list of what it restored, by which a build finds packages.</summary>
    internal const string Assets = "project.assets.json";

    // NuGet's, beside the project: other packages are other references.
    private const string LockFile = "packages.lock.json";

    private readonly Places _places;
    private readonly string[] _projectFiles;
    private readonly ItemPattern[] _items;
    private readonly HashSet<string> _extensions;
    private readonly HashSet<string> _namesInImports;
    private readonly Dictionary<string, HashSet<string>> _namesInProjects;
    private readonly string[] _above;
    private readonly string[] _leadingOut;
    private readonly string[] _foundAbove;
    private readonly HashSet<string> _readInEvaluation;
    private readonly ILookup<string, ProjectReference> _references;

    // Whether a target reads what is otherwise only copied.
    private readonly bool _namesNone;

    // The project files whose targets read git's files; empty for an imported file.
    private readonly HashSet<string> _readGit;

    // Files whose content a .resx has (ResXFileRef), with those that name them.
    private readonly Lazy<ILookup<string, string>> _linked;

    /// <param name="sources">The files that are no outputs.</param>
    internal ProjectFiles(Places places, IReadOnlyList<string> sources)
    {
        _places = places;
        _linked = new(() => sources.Where(file => file.EndsWith(".resx", StringComparison.OrdinalIgnoreCase))
            .SelectMany(LinksIn).ToLookup(one => one.Linked, one => one.ResX));
        (string Path, string Text)[] texts =
            [.. sources.Where(MayBeRead).Select(file => (file, File.ReadAllText(Path.Join(places.Sources, file))))];
        _projectFiles = [.. texts.Select(file => file.Path).Where(IsProject)];
        _leadingOut = places.Above is null && Path.GetDirectoryName(places.Donor) == Path.GetDirectoryName(places.New) ? []
            : [.. texts.Where(file => LeadsOut(file.Path, file.Text)).Select(file => file.Path)];
        _foundAbove = [.. s_foundAbove, .. NamesIn(SearchesAbove())];
        _readInEvaluation = [.. NamesIn(Reads())];
        _references = texts.SelectMany(file => ReferencesIn(file.Path, file.Text))
            .ToLookup(one => one.User, StringComparer.OrdinalIgnoreCase);
        _readGit = [.. texts.Where(file => GitsFiles().IsMatch(file.Text)).Select(file => IsProject(file.Path) ? file.Path : string.Empty)];
        _namesNone = Array.Exists(texts, file => NamesNone().IsMatch(file.Text));
        var items = new List<ItemPattern>();
        for (int i = 0; i < texts.Length; i++)
        {
            string text = texts[i].Text;
            string? folder = IsProject(texts[i].Path) ? Path.GetDirectoryName(texts[i].Path) : null;
            items.AddRange(ItemPattern.TakeFrom(ref text, folder, _namesNone));
            texts[i].Text = text;
        }

        _items = [.. items];
        _extensions = new(s_moreSources.Concat(s_imported).Concat(items.Select(item => item.Extension)), StringComparer.OrdinalIgnoreCase);
        _namesInImports = NamesOf(texts.Where(file => !IsProject(file.Path)));
        _namesInProjects = texts.Where(file => IsProject(file.Path)).GroupBy(file => Path.GetDirectoryName(file.Path)!)
            .ToDictionary(same => same.Key, NamesOf);
        _above = DifferentAbove();

        IEnumerable<string> NamesIn(Regex functions) => texts.SelectMany(file => functions.Matches(file.Text))
            .SelectMany(found => Names().Matches(found.Value)).Select(name => name.Value);

        static HashSet<string> NamesOf(IEnumerable<(string Path, string Text)> some) =>
            new(some.SelectMany(file => Names().Matches(file.Text)).Select(name => name.Value), StringComparer.OrdinalIgnoreCase);
    }

    /// <summary>Whether MSBuild may read it for a project.</summary>
    internal static bool MayBeRead(string file) => Path.GetExtension(file) is ".props" or ".targets" or ".projitems" || IsProject(file);

    /// <summary>Whether it may be what a compiler reads.</summary>
    internal bool MayBeCompiled(string file) => _extensions.Contains(string.Empty) || _extensions.Contains(Path.GetExtension(file))
        || s_foundAbove.Contains(Path.GetFileName(file));

    /// <summary>Whether a compilation's hash has its name, so that MSBuild sees that it is missing.</summary>
    internal static bool IsSource(string path) => s_sources.Contains(Path.GetExtension(path));

    internal static bool IsProject(string file) => s_projects.Contains(Path.GetExtension(file));

    /// <summary>Whether a restore, or `dotnet cow prepare`, wrote it in obj, where builds import it.</summary>
    internal static bool IsOfRestore(string file) =>
        Path.GetFileName(file) is Assets or "project.nuget.cache" || RestoredFile().IsMatch(file);

    /// <summary>Whether what is in it may change what a restore writes.</summary>
    internal static bool IsReadByRestore(string path) =>
        MayBeRead(path) || Path.GetFileName(path) is LockFile or "global.json"
            || path.EndsWith("nuget.config", StringComparison.OrdinalIgnoreCase);

    /// <summary>The projects that no build has compiled.</summary>
    internal IEnumerable<CompiledProject> WithoutOutputs(IEnumerable<CompiledProject> projects)
    {
        HashSet<string> built = [.. projects.SelectMany(project => project.Folders.Select(one => Path.Join(one, project.File)))];
        return _projectFiles.Where(file => !built.Contains(file))
            .Select(file => new CompiledProject(Path.GetFileName(file), null, [], [Path.GetDirectoryName(file)!]));
    }

    /// <summary>The names of the files of projects to which it refers, or may.</summary>
    internal IEnumerable<string> ReferencesOf(CompiledProject project) => Referring(project).Select(one => one.Used);

    /// <summary>The names of the referenced project files that the compiler does not get as references.</summary>
    internal IEnumerable<string> ToolsOf(CompiledProject project) => Referring(project).Where(one => one.IsTool).Select(one => one.Used);

    /// <summary>Whether the file is in its folder, or in that of no project.</summary>
    internal bool IsInOrElsewhere(CompiledProject project, string path) => IsIn(project, path) || IsElsewhere(path);

    internal static bool IsIn(CompiledProject project, string path) => project.Folders.Any(folder => Folders.IsBelow(path, folder));

    /// <summary>Whether the lack of the file could change what the compiler makes, and MSBuild would not find it.</summary>
    internal bool IsUnseenInputOf(CompiledProject project, string path) =>
        !IsSource(path) && (IsIn(project, path) || IsNamedBy(project, path));

    /// <summary>Whether the lack of an ignored file could do that: most ignored files are of no project.</summary>
    internal bool IsUnseenIgnoredInputOf(CompiledProject project, string path) => !IsSource(path)
        && (IsNamedBy(project, path, isIgnored: true) || project.Folders.Any(folder => path == Path.Join(folder, project.File + ".user")));

    /// <summary>Whether a target of it, or of an imported file, may decide by git's files, which are each checkout's own.</summary>
    internal bool ReadsGit(CompiledProject project) => _readGit.Contains(string.Empty)
        || project.Folders.Any(folder => _readGit.Contains(Path.Join(folder, project.File)));

    /// <summary>Whether a target of any project may.</summary>
    internal bool AnyReadsGit => _readGit.Count > 0;

    /// <summary>Whether a property may have what is in it, which MSBuild compares with nothing.</summary>
    internal bool IsReadInEvaluation(string path) => _readInEvaluation.Contains(Path.GetFileName(path));

    /// <summary>Whether the project compiles if it is newer than the outputs.</summary>
    internal bool IsSourceOf(CompiledProject project, string path) =>
        (IsIn(project, path) && (s_moreSources.Contains(Path.GetExtension(path)) || Path.GetFileName(path) == LockFile))
            || IsReadBelow(project, path) || Array.Exists(_items, item => item.Names(project, path, IsElsewhere))
            || _linked.Value[path].Any(resx => IsIn(project, resx));

    /// <summary>Files that the project's builds read elsewhere than in the checkout, and that are not the same for both places.</summary>
    internal IEnumerable<string> Elsewhere(CompiledProject project) =>
        _above.Concat(_leadingOut.Where(path => IsUnseenInputOf(project, path)));

    private bool IsElsewhere(string path) => !Array.Exists(_projectFiles, file => Folders.IsBelow(path, Path.GetDirectoryName(file)!));

    // What an imported file refers to may be of any project.
    private IEnumerable<ProjectReference> Referring(CompiledProject project) => _references[project.File].Concat(_references[string.Empty])
        .Where(one => !one.Used.Equals(project.File, StringComparison.OrdinalIgnoreCase));

    private static IEnumerable<ProjectReference> ReferencesIn(string file, string text) =>
        from Match found in References().Matches(text)
        from path in found.Groups["paths"].Value.Split(';', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries)
        select new ProjectReference(
            IsProject(file) ? Path.GetFileName(file) : string.Empty,
            path[(path.LastIndexOfAny(['/', '\\']) + 1)..], NoReference().IsMatch(found.Value));

    private bool IsReadBelow(CompiledProject project, string path) => s_imported.Contains(Path.GetExtension(path))
        || (_foundAbove.Contains(Path.GetFileName(path)) && project.Folders.Any(one => Folders.IsBelow(one, Path.GetDirectoryName(path)!)));

    /// <summary>Whether the project may read it from anywhere in the checkout.</summary>
    private bool IsNamedBy(CompiledProject project, string path, bool isIgnored = false)
    {
        return IsReadBelow(project, path) || IsOf(_namesInImports)
            || project.Folders.Any(folder => _namesInProjects.TryGetValue(folder, out HashSet<string>? names) && IsOf(names))
            || Array.Exists(_items, item => item.Names(project, path, file => !isIgnored && IsElsewhere(file)));

        bool IsOf(HashSet<string> names) => names.Contains(Path.GetFileName(path)) || names.Contains($"*{Path.GetExtension(path)}");
    }

    private IEnumerable<(string Linked, string ResX)> LinksIn(string resx) => Links()
        .Matches(File.ReadAllText(Path.Join(_places.Sources, resx)))
        .Select(found => Path.GetFullPath(found.Groups[1].Value.Replace('\\', '/'), Path.Join(_places.New, Path.GetDirectoryName(resx))))
        .Select(path => (Folders.Below(_places.New, path) ?? path, resx));

    /// <summary>Files above one of the two places, and not above the other, that builds would find there.</summary>
    private string[] DifferentAbove()
    {
        if (_places.Above is { } others)
        {
            IEnumerable<string> same = FoundAbove(_places.New).Where(file => others.TryGetValue(file, out string? hash)
                && InputFile.HashOf(file) == hash);
            return [.. FoundAbove(_places.New).Union(others.Keys).Except(same)];
        }

        string[] there = FoundAbove(_places.Donor);

        // Inside the donor its .editorconfig has the same lines.
        string[] here =
        [
            .. FoundAbove(_places.New).Where(file => Path.GetFileName(file) != ".editorconfig" || !Folders.IsIn(file, _places.Donor)),
        ];
        return [.. here.Except(there), .. there.Except(here)];
    }

    /// <summary>The files above a checkout that its builds find.</summary>
    internal string[] FoundAbove(string checkout)
    {
        string[] searched = [.. _foundAbove.Where(name => !EndsSearch(name))];
        return [.. Folders.Above(checkout).SelectMany(above => searched.Select(name => Path.Join(above, name))).Where(File.Exists)];
    }

    /// <summary>Whether the checkout's own file ends the search. Each .globalconfig counts, each .editorconfig up to a root one.</summary>
    private bool EndsSearch(string name) => Path.Join(_places.Sources, name) is var own && File.Exists(own) && name != ".globalconfig"
        && (name != ".editorconfig" || IsRoot().IsMatch(File.ReadAllText(own)));

    /// <summary>Whether it names something above the checkout by a relative path, which is another file elsewhere.</summary>
    private static bool LeadsOut(string relative, string text)
    {
        int depth = relative.Count(c => c == Path.DirectorySeparatorChar);
        return FoldersUp().Matches(text).Any(up => up.Groups[1].Captures.Count > depth);
    }

    private sealed record ProjectReference(string User, string Used, bool IsTool);

    [GeneratedRegex(
        """<ProjectReference\s[^>]*?Include\s*=\s*["'](?<paths>[^"']*)["'][^>]*?(?:/>|>.*?</ProjectReference>)""", RegexOptions.Singleline)]
    private static partial Regex References();

    [GeneratedRegex("""ReferenceOutputAssembly\s*(?:=\s*["']|>)\s*false""", RegexOptions.IgnoreCase)]
    private static partial Regex NoReference();

    [GeneratedRegex(@"@\(\s*(None|Content)\b", RegexOptions.IgnoreCase)]
    private static partial Regex NamesNone();

    [GeneratedRegex(@"\.git[/\\]")]
    private static partial Regex GitsFiles();

    [GeneratedRegex(@"(?<![.\w])(?:(\.\.)(?!\.)[\\/]?)+")]
    private static partial Regex FoldersUp();

    [GeneratedRegex(@"ResXFileRef[^>]*>\s*<value>([^<;]+);")]
    private static partial Regex Links();

    [GeneratedRegex(@"\[System\.IO\.File\]::Read[^<]*")]
    private static partial Regex Reads();

    // MSBuild's functions with these names.
    [GeneratedRegex(@"Get(?:PathOfFile|DirectoryNameOfFile)Above\([^)]*\)")]
    private static partial Regex SearchesAbove();

    [GeneratedRegex(@"[\w.*-]+")]
    private static partial Regex Names();

    [GeneratedRegex(@"\.(nuget\.(g\.props|g\.targets|dgspec\.json)|copyonwrite\.props)$")]
    private static partial Regex RestoredFile();

    [GeneratedRegex(@"^\s*root\s*=\s*true", RegexOptions.IgnoreCase | RegexOptions.Multiline)]
    private static partial Regex IsRoot();
}
