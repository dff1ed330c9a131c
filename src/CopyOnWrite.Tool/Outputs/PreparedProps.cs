namespace CopyOnWrite.Tool.Outputs;

/// <summary>
/// The properties with which outputs are right for any checkout, in a file of obj that Microsoft.Common.props imports
/// (ImportProjectExtensionProps): nothing has to be committed, and the file comes along with the outputs that it explains.
/// </summary>
internal static class PreparedProps
{
    internal const string Ending = ".copyonwrite.props";
    internal const string Paths = "DeterministicSourcePaths";

    // Otherwise assemblies name their commit (Microsoft.NET.GenerateAssemblyInfo.targets), and pdbs its sources (Source Link).
    internal static readonly string[] OfCommits = ["EnableSourceLink", "IncludeSourceRevisionInInformationalVersion"];

    private static readonly (string Name, string Value)[] s_properties = [(Paths, "true"), .. OfCommits.Select(name => (name, "false"))];

    /// <summary>The file's text. A project and Directory.Build.props may set the properties to other values.</summary>
    private static string Text =>
        $"""
        <!-- Written by `dotnet cow prepare`, which also removes it. -->
        <Project>
          <PropertyGroup>
        {string.Join(Environment.NewLine, s_properties.Select(LineOf))}
          </PropertyGroup>
        </Project>

        """;

    private static string LineOf((string Name, string Value) one) =>
        $"    <{one.Name} Condition=\"'$({one.Name})' == ''\">{one.Value}</{one.Name}>";

    /// <summary>Whether a file is one of these, which one project alone reads.</summary>
    internal static bool IsFile(string path) => path.EndsWith(Ending, StringComparison.Ordinal);

    /// <summary>
    /// Whether the project imports the files in that folder, and has the .NET SDK, whose targets make SourceRoot items. Without such items
    /// DeterministicSourcePaths is an error (Microsoft.Managed.Core.targets).
    /// </summary>
    internal static bool AreImportedBy(EvaluatedProject project) => project.IsTrue("UsingMicrosoftNETSdk")
        && project.Folder("MSBuildProjectExtensionsPath") is not null && project.IsTrue("ImportProjectExtensionProps");

    internal static string FileOf(EvaluatedProject project) =>
        Path.Combine(project.Folder("MSBuildProjectExtensionsPath")!, Path.GetFileName(project.File) + Ending);

    /// <summary>
    /// Writes it, with the time of now: no hash of a compilation's inputs has the paths, but MSBuildAllProjects, an input of CoreCompile,
    /// has the newest imported file. False if it is there already.
    /// </summary>
    internal static bool Write(EvaluatedProject project)
    {
        string file = FileOf(project);
        if (File.Exists(file) && File.ReadAllText(file) == Text)
        {
            return false;
        }

        Directory.CreateDirectory(Path.GetDirectoryName(file)!);

        // A build imports it whole or not at all.
        string unseen = file + ".new";
        File.WriteAllText(unseen, Text);
        File.Move(unseen, file, overwrite: true);
        return true;
    }

    internal static bool Delete(EvaluatedProject project)
    {
        string file = FileOf(project);
        if (!File.Exists(file))
        {
            return false; // Nor may its folder exist, where the project was never restored.
        }

        File.Delete(file);
        return true;
    }

    /// <summary>"EnableSourceLink=true": a property with another value in the project; null without one.</summary>
    internal static string? OtherwiseIn(EvaluatedProject project) => s_properties
        .Where(one => !project.Value(one.Name).Equals(one.Value, StringComparison.OrdinalIgnoreCase))
        .Select(one => $"{one.Name}={project.Value(one.Name)}").Concat(WithoutGitIn(project)).FirstOrDefault();

    // Without git's root as a SourceRoot, DeterministicSourcePaths leaves the paths below it as they are. If a project has a package
    // Microsoft.SourceLink.*, the .NET SDK leaves the roots to the package (Microsoft.NET.Sdk.SourceLink.props).
    private static IEnumerable<string> WithoutGitIn(EvaluatedProject project) =>
        project.IsTrue("SuppressImplicitGitSourceLink") && project.Value("PkgMicrosoft_SourceLink_Common").Length == 0
            ? ["SuppressImplicitGitSourceLink=true"]
        : project.IsFalse("EnableSourceControlManagerQueries") ? ["EnableSourceControlManagerQueries=false"]
        : [];
}
