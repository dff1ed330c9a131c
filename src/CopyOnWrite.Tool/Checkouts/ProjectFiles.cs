using System.Text.RegularExpressions;

namespace CopyOnWrite.Tool.Checkouts;

/// <summary>Which files of a clone are of which project, as far as names tell.</summary>
internal sealed partial class ProjectFiles
{
    // What MSBuild, NuGet and the compilers look for in all folders above a project.
    private static readonly string[] s_foundAbove =
    [
        "Directory.Build.props", "Directory.Build.targets", "Directory.Packages.props", "Directory.Build.rsp", ".editorconfig",
        ".globalconfig", "global.json",
    ];

    // What a project may name anywhere.
    private static readonly string[] s_imported = [".props", ".targets", ".rsp", ".ruleset", ".globalconfig"];
    private static readonly string[] s_projects = [".csproj", ".fsproj", ".vbproj"];
    private static readonly string[] s_sources = [".cs", ".vb", ".fs", ".resx"];
    private static readonly string[] s_moreSources = [".razor", ".cshtml", ".xaml", .. s_projects, .. s_sources];

    private readonly ClonedFolder _folder;
    private readonly string[] _projectFiles;
    private readonly HashSet<string> _names;
    private readonly string[] _above;
    private readonly string[] _leadingOut;
    private readonly string[] _foundAbove;
    private readonly HashSet<string> _folders;
    private readonly HashSet<string> _readInEvaluation;

    internal ProjectFiles(ClonedFolder folder, IReadOnlyList<string> ofMSBuild)
    {
        _folder = folder;
        _projectFiles = [.. ofMSBuild.Where(IsProject)];
        (string Path, string Text)[] texts = [.. ofMSBuild.Select(file => (folder.Relative(file), File.ReadAllText(file)))];
        _names = new(texts.SelectMany(file => Names().Matches(file.Text)).Select(name => name.Value), StringComparer.OrdinalIgnoreCase);
        _foundAbove =
        [
            .. s_foundAbove,
            .. texts.SelectMany(file => SearchesAbove().Matches(file.Text)).SelectMany(found => Names().Matches(found.Value))
                .Select(name => name.Value),
        ];
        _readInEvaluation = [.. texts.SelectMany(file => Reads().Matches(file.Text)).SelectMany(found => Names().Matches(found.Value))
            .Select(name => name.Value)];
        _folders = new(
            texts.SelectMany(file => WholeFolders().Matches(file.Text)).Select(found => $"/{found.Groups["folder"].Value.Replace('\\', '/')}"),
            StringComparer.OrdinalIgnoreCase);
        _above = DifferentAbove();
        _leadingOut = Path.GetDirectoryName(folder.Donor) == Path.GetDirectoryName(folder.Place) ? []
            : [.. texts.Where(file => LeadsOut(file.Path, file.Text)).Select(file => file.Path)];
    }

    /// <summary>Whether MSBuild may read it for a project.</summary>
    internal static bool MayBeRead(string file) => Path.GetExtension(file) is ".props" or ".targets" || IsProject(file);

    /// <summary>Whether it may be what a compiler reads.</summary>
    internal static bool MayBeCompiled(string file) =>
        s_moreSources.Concat(s_imported).Contains(Path.GetExtension(file)) || s_foundAbove.Contains(Path.GetFileName(file));

    /// <summary>Whether a compilation's hash has its name, so that MSBuild sees that it is missing.</summary>
    internal static bool IsSource(string path) => s_sources.Contains(Path.GetExtension(path));

    /// <summary>The folder of the project's file: the one that obj is in, or that has a file of this name.</summary>
    internal IReadOnlyList<string> FoldersOf(CompiledProject project)
    {
        IEnumerable<string> named = _projectFiles.Where(file => Path.GetFileName(file) == project.File);
        string[] all = [.. named.Select(file => Path.GetDirectoryName(file)!)];
        return all.Where(one => Folders.IsIn(project.Inputs[0], one)).MaxBy(one => one.Length) is { } nearest ? [nearest] : all;
    }

    internal IEnumerable<CompiledProject> WithoutOutputs(IEnumerable<CompiledProject> projects)
    {
        HashSet<string> built = [.. projects.SelectMany(project => project.Folders.Select(one => Path.Join(one, project.File)))];
        return _projectFiles.Where(file => !built.Contains(file)).Select(file =>
            new CompiledProject(Path.GetFileName(file), null, []) { Why = WhyCompiled.NotBuilt, Folders = [Path.GetDirectoryName(file)!] });
    }

    /// <summary>Whether the lack of the file could change what the compiler makes, and MSBuild would not find it.</summary>
    internal bool IsUnseenInputOf(CompiledProject project, string path) =>
        !IsSource(path) && (_folder.IsIn(path, project.Folders) || IsReadBelow(project, path) || IsNamed(path));

    /// <summary>Whether a property may have what is in it, which MSBuild compares with nothing.</summary>
    internal bool IsReadInEvaluation(string path) => _readInEvaluation.Contains(Path.GetFileName(path));

    internal bool IsSourceOf(CompiledProject project, string path) =>
        (s_moreSources.Contains(Path.GetExtension(path)) && _folder.IsIn(path, project.Folders)) || IsReadBelow(project, path);

    /// <summary>Files that the project's builds read elsewhere than in the checkout, and that are not the same for donor and clone.</summary>
    internal IEnumerable<string> Elsewhere(CompiledProject project) =>
        _above.Concat(_leadingOut.Where(path => IsUnseenInputOf(project, path)));

    internal static bool IsProject(string file) => s_projects.Contains(Path.GetExtension(file));

    private bool IsReadBelow(CompiledProject project, string path)
    {
        string folder = Path.TrimEndingDirectorySeparator(_folder.PathOf(Path.GetDirectoryName(path)!));
        return s_imported.Contains(Path.GetExtension(path))
            || (_foundAbove.Contains(Path.GetFileName(path)) && project.Folders.Any(one => Folders.IsIn(one, folder)));
    }

    /// <summary>Whether a project may have it as an item from outside of its folder.</summary>
    private bool IsNamed(string path) =>
        _names.Contains(Path.GetFileName(path)) || _names.Contains($"*{Path.GetExtension(path)}")
        || _folders.Any(folder => $"/{path.Replace('\\', '/')}".Contains(folder, StringComparison.OrdinalIgnoreCase));

    /// <summary>Files above one of the two places, and not above the other, that builds would find there.</summary>
    private string[] DifferentAbove()
    {
        string[] searched = [.. _foundAbove.Where(name => !EndsSearch(name))];
        IEnumerable<string> there = FilesAbove(_folder.Donor);

        // Inside the donor its .editorconfig has the same lines.
        string[] here = [.. FilesAbove(_folder.Place).Where(file => Path.GetFileName(file) != ".editorconfig" || !_folder.IsInDonor(file))];
        return [.. here.Except(there), .. there.Except(here)];

        IEnumerable<string> FilesAbove(string checkout) =>
            Folders.Above(checkout).SelectMany(above => searched.Select(name => Path.Join(above, name))).Where(File.Exists);
    }

    /// <summary>By the checkout's own. Each .globalconfig counts, and each .editorconfig up to one with this line.</summary>
    private bool EndsSearch(string name) => _folder.PathOf(name) is var own && File.Exists(own) && name != ".globalconfig"
        && (name != ".editorconfig" || IsRoot().IsMatch(File.ReadAllText(own)));

    /// <summary>Whether it names something above the checkout by a relative path, which is another file elsewhere.</summary>
    private static bool LeadsOut(string relative, string text)
    {
        int depth = relative.Count(c => c == Path.DirectorySeparatorChar);
        return FoldersUp().Matches(text).Any(up => up.Groups[1].Captures.Count > depth);
    }

    [GeneratedRegex(@"(?<![.\w])(?:(\.\.)(?!\.)[\\/]?)+")]
    private static partial Regex FoldersUp();

    // The folder of an item "../folder/**", "$(MSBuildThisFileDirectory)folder\*" or "../folder/*.*".
    [GeneratedRegex(
        @"\bInclude\s*=\s*""(?:[^""]*;)?\s*(?:\$\([^)""]*\)|\.\.?[\\/]|[\\/])*"
            + @"(?<folder>[^""*?;$]+[\\/])(?:\*\*?[\\/])*\*(?:\*|\.\*)?\s*[;""]")]
    private static partial Regex WholeFolders();

    [GeneratedRegex(@"\[System\.IO\.File\]::Read[^<]*")]
    private static partial Regex Reads();

    // MSBuild's functions with these names.
    [GeneratedRegex(@"Get(?:PathOfFile|DirectoryNameOfFile)Above\([^)]*\)")]
    private static partial Regex SearchesAbove();

    [GeneratedRegex(@"[\w.*-]+")]
    private static partial Regex Names();

    [GeneratedRegex(@"^\s*root\s*=\s*true", RegexOptions.IgnoreCase | RegexOptions.Multiline)]
    private static partial Regex IsRoot();
}
