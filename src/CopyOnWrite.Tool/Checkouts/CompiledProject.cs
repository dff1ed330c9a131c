using System.Text.RegularExpressions;

namespace CopyOnWrite.Tool.Checkouts;

/// <summary>Why the first build in a clone compiles a project; the codes of <c>--json</c>.</summary>
internal enum WhyCompiled
{
    /// <summary>It need not.</summary>
    None,
    /// <summary>What the compiler made names the donor's folder.</summary>
    NamesDonor,
    /// <summary>A generated source in its pdb names the donor's folder, as Razor's do.</summary>
    EmbedsDonor,
    /// <summary>A file of it changed while it was cloned.</summary>
    Changed,
    /// <summary>The donor has files of it that the clone does not have.</summary>
    OtherFiles,
    /// <summary>The commit has other content, or lacks a source that the donor has compiled.</summary>
    OtherSources,
    /// <summary>A source is newer than what the donor has compiled.</summary>
    BuiltBefore,
    /// <summary>Its version or its source link names another commit.</summary>
    OtherCommit,
    /// <summary>Files above the two checkouts that builds read differ.</summary>
    OtherFolder,
    /// <summary>One of the two paths has a character that MSBuild takes for its own.</summary>
    Path,
    /// <summary>NuGet has not restored it, so nothing in obj is imported.</summary>
    NotRestored,
    /// <summary>The donor has not compiled it.</summary>
    NotBuilt,
}

/// <summary>A project that was compiled in the donor, with all its configurations and target frameworks.</summary>
/// <param name="File">The project file's name, such as "App.csproj".</param>
/// <param name="Extensions">
/// MSBuildProjectExtensionsPath in the clone: the folder of NuGet's files, mostly obj. Null where there are none.
/// </param>
/// <param name="Inputs">The files X.CoreCompileInputs.cache in the clone, each in an IntermediateOutputPath.</param>
internal sealed partial record CompiledProject(string File, string? Extensions, IReadOnlyList<string> Inputs)
{
    internal const string InputsEnding = ".CoreCompileInputs.cache";

    // NuGet writes X.csproj.nuget.g.targets for each project that it restores; Microsoft.Common.targets imports what is beside it.
    private const string RestoredEnding = ".nuget.g.targets";

    private const string OutputsEnding = ".FileListAbsolute.txt";

    /// <summary>The folder of the project's file; several where names do not tell.</summary>
    internal IReadOnlyList<string> Folders { get; set; } = [];

    /// <summary>The first of them, below the clone.</summary>
    internal string? Folder { get; set; }

    internal WhyCompiled Why { get; set; }

    /// <summary>What of it makes it compile, for a person.</summary>
    internal string? Where { get; set; }

    /// <summary>The folders in which the compiler writes.</summary>
    internal IEnumerable<string> Intermediate => Inputs.Select(file => Path.GetDirectoryName(file)!);

    /// <summary>The folders in which its builds and restores write.</summary>
    internal IEnumerable<string> Written => Extensions is null ? Intermediate : Intermediate.Append(Extensions);

    /// <summary>What its builds have written, as MSBuild's own list has it: the donor's paths.</summary>
    internal IEnumerable<string> Outputs => Intermediate.Select(folder => Path.Join(folder, File + OutputsEnding))
        .Where(System.IO.File.Exists).SelectMany(System.IO.File.ReadLines)
        .Select(Path.GetFullPath);

    /// <summary>The commits that its version and its source link name.</summary>
    internal IEnumerable<string> Commits() => Intermediate.SelectMany(Directory.EnumerateFiles)
        .Where(file => file.Contains(".AssemblyInfo.") || file.EndsWith(".sourcelink.json", StringComparison.Ordinal))
        .SelectMany(file => Commit().Matches(System.IO.File.ReadAllText(file))).Select(found => found.Value);

    internal static bool IsInputs(string file) => file.EndsWith(InputsEnding, StringComparison.Ordinal);

    internal static bool IsOfRestore(string file) => file.EndsWith(RestoredEnding, StringComparison.Ordinal);

    internal static IReadOnlyList<CompiledProject> Of(IEnumerable<string> inputs, IReadOnlyList<string> restored) =>
    [
        .. inputs
            .Select(file => (Path: file, Name: Path.GetFileName(file)[..^InputsEnding.Length]))
            .GroupBy(one => (one.Name, Extensions: ExtensionsOf(one.Path, one.Name, restored)))
            .Select(same => new CompiledProject(same.Key.Name, same.Key.Extensions, [.. same.Select(one => one.Path)]))
            .OrderBy(project => project.Inputs[0], StringComparer.Ordinal),
    ];

    /// <summary>
    /// So that all is made as from scratch: also what a target of the project wrote, of which no input is newer. Their list stays; by it a
    /// build deletes in bin what it no longer writes. So does the reference assembly, which tells whether others have to compile.
    /// </summary>
    internal void DeleteIntermediate()
    {
        // Not a folder that has sources, or NuGet's files.
        IEnumerable<string> folders = Intermediate.Where(one => Extensions is { } obj && one != obj && Output.Folders.IsIn(one, obj));
        IEnumerable<string> files = folders.SelectMany(one => Output.Folders.FilesBelow(one))
            .Where(file => !file.EndsWith(OutputsEnding, StringComparison.Ordinal)
                && Path.GetFileName(Path.GetDirectoryName(file)) != "ref");
        Inputs.Union(files).ToList().ForEach(System.IO.File.Delete);
    }

    /// <summary>It compiles for this reason, unless there is an earlier one.</summary>
    /// <param name="where">What of it; nothing where the reason does not hold.</param>
    internal void Compile(WhyCompiled why, IEnumerable<string> where)
    {
        if (Why == WhyCompiled.None && where.FirstOrDefault() is { } first)
        {
            (Why, Where) = (why, first);
        }
    }

    internal void Compile(WhyCompiled why, bool holds) => Why = Why == WhyCompiled.None && holds ? why : Why;

    // The nearest above, or the only one of that name.
    private static string? ExtensionsOf(string inputs, string project, IReadOnlyList<string> restored)
    {
        string name = project + RestoredEnding;
        string[] all = [.. restored.Where(file => Path.GetFileName(file) == name).Select(file => Path.GetDirectoryName(file)!)];
        return all.Where(folder => Output.Folders.IsIn(inputs, folder)).MaxBy(folder => folder.Length) ?? (all.Length == 1 ? all[0] : null);
    }

    [GeneratedRegex("(?<![0-9a-f])[0-9a-f]{40}(?![0-9a-f])")]
    private static partial Regex Commit();
}
