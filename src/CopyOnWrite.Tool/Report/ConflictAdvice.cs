namespace CopyOnWrite.Tool.Report;

/// <summary>Says how to change a build so that files have one writer, and are there and free when they are read.</summary>
internal static class ConflictAdvice
{
    private const string OneBuild =
        "only one build of a checkout at a time, counting builds that an Exec or an editor starts. Run other builds in a checkout of their "
        + "own (dotnet cow worktree)";

    // A project is meant to be built for several values of these properties.
    private static readonly string[] s_perBuild = ["TargetFramework", "RuntimeIdentifier"];

    internal static string Of(SharedFiles shared, Func<string, string> named)
    {
        string[] projects = [.. shared.Writers.Select(writer => writer.Project).Distinct()];
        string project = projects.Length == 1 ? LoggedPath.FileName(projects[0]) : "these projects";
        string names = Words.Some(shared.Differing);
        string? perBuild = s_perBuild.FirstOrDefault(name =>
            shared.Writers.Where(writer => writer.Project == projects[0]).Select(writer => writer.Properties.GetValueOrDefault(name))
                .OfType<string>().Distinct().Skip(1).Any());
        return shared.Cause switch
        {
            _ when shared.Cause is not (SharedCause.Commands or SharedCause.NestedBuild) && OwnTarget(shared) is { } target =>
                $"Add a Condition to target {target}, so that only one of the writers runs the target, or give each writer its own "
                    + "destination",
            SharedCause.Commands => $"Run {OneBuild}. Or pass --no-build to the second command, so that the command uses what the first "
                + "one built. Or give the second command its own folder (--artifacts-path)",
            SharedCause.NestedBuild => "Replace the Exec with a ProjectReference or an MSBuild task, so that MSBuild builds "
                + $"{LoggedPath.FileName(shared.Writers[0].Project)} only once. Or add --no-build to the command, and run the Exec after "
                + "that build",
            SharedCause.Unknown =>
                $"Build {project} only once. The log has several builds, and does not say which properties differ between them",
            SharedCause.Solutions =>
                $"Build {project} from only one solution. The log has builds from several solutions, or from a solution and without one",
            SharedCause.GlobalProperties when perBuild is not null =>
                $"Put $({perBuild}) into the output paths: remove Append{perBuild}ToOutputPath=false from {project}, or add $({perBuild}) "
                    + "to IntermediateOutputPath and OutputPath",
            SharedCause.GlobalProperties when names == "TargetFramework" =>
                $"Do not pass TargetFramework to {project}: the log also has a build without TargetFramework. Check SetTargetFramework of "
                    + "a ProjectReference, Properties of an MSBuild task, and -f of a command for a solution",
            SharedCause.GlobalProperties =>
                (SolutionOf(shared) is { } solution ? $"If {named(solution)} does not list {project}, add {project} there. Otherwise, do"
                    : "Do") + $" not pass {names} to {project}. If needed, set {names} in {project} instead. Or pass the same "
                + $"value{(shared.Differing.Count == 1 ? string.Empty : "s")} everywhere, or {TakenOff(shared, named)}. "
                + $"If {project} must be built more than once, give each build its own IntermediateOutputPath and OutputPath",
            SharedCause.OutputOption => "Build without -o: that option gives all projects of a solution the same folder. --artifacts-path "
                + "gives each project its own folder. Or use -o to publish only the project that you need",
            _ when ConflictSearch.IsInObj(named(shared.Files[0])) =>
                "Give each project its own obj: put each project file into its own folder. In the artifacts layout (UseArtifactsOutput), "
                    + "give each project its own name",

            // Not Private="false": it takes the reference out of the .deps.json, and the program does not find it.
            _ => "Give each project its own OutputPath. To have all files in one folder, add a project that references the others",
        };
    }

    internal static string Of(FileOfError other, IReadOnlyList<NestedBuild> nested, Func<string, string> named) => other.Cause switch
    {
        ErrorCause.NotReferenced => ToWait(other.Reader, other.Writer ?? other.Owner!, named),
        ErrorCause.TargetOrder => "Run the target that needs the file after the target that makes it (AfterTargets, DependsOnTargets)",
        ErrorCause.NotBuilt => "Build the file's project first, in this configuration. This build left that project out (--no-build, "
            + "--no-dependencies, GeneratePackageOnBuild with `dotnet pack`, or a path of another configuration)",
        ErrorCause.NotMade => $"If no build makes the file, remove it from the project. Otherwise, run {OneBuild}",
        _ when other.HeldBy is { } holder =>
            $"The file was open in {holder}. End such programs before the build. If another build or an editor had the file open, run "
                + OneBuild,
        _ => $"If the error says that the file is in use or not found, another build{Suspect(other, nested, named)} or a program, such as "
            + $"a virus scanner, had the file open or deleted it. Run {OneBuild}",
    };

    internal static string Of(ReadWhileWritten read, Func<string, string> named) => read.Command is not null ? $"Run {OneBuild}"
        : read.Reader == read.Writer ? $"Pass the same properties to {named(read.Writer)} everywhere, so that MSBuild builds it only once"
        : ToWait(read.Reader, read.Writer, named);

    private static string ToWait(string reader, string writer, Func<string, string> named) =>
        $"Add a ProjectReference to {named(writer)} in {named(reader)}, so that {LoggedPath.FileName(reader)} waits. Set "
        + "ReferenceOutputAssembly=\"false\" on the reference if the project needs only the file";

    // Finds a build of an Exec: one that names the file's project, else one that another project than the one with the error ran.
    private static string Suspect(FileOfError other, IReadOnlyList<NestedBuild> nested, Func<string, string> named)
    {
        string project = other.Writer is null ? string.Empty : LoggedPath.FileName(other.Writer);
        NestedBuild? build = nested
            .OrderByDescending(one => project.Length > 0 && one.Command.Contains(project, StringComparison.OrdinalIgnoreCase))
            .ThenBy(one => one.Exec.Project.File == other.Reader).FirstOrDefault();
        return build is null ? string.Empty
            : $", such as the one of the Exec in {named(build.Exec.Project.File)} (target {build.Exec.Target}: "
                + $"{ConflictTables.Short(build.Command)}),";
    }

    /// <summary>Finds the user's target that wrote the first file, if no other target did.</summary>
    private static string? OwnTarget(SharedFiles shared)
    {
        WritingTask[] tasks = [.. shared.Writers.SelectMany(writer => writer.Tasks)];
        return tasks.Length > 0 && Array.TrueForAll(tasks, task => task.IsOfUser) && tasks.DistinctBy(task => task.Target).Count() == 1
            ? tasks[0].Target : null;
    }

    // A solution passes its configuration to the projects that it lists, not to projects that only these reference.
    private static string? SolutionOf(SharedFiles shared) => shared.Writers.SelectMany(writer => writer.PassedBy)
        .Select(passer => passer.Project).FirstOrDefault(file => file.Contains(".sln", StringComparison.OrdinalIgnoreCase));

    // MSBuild takes GlobalPropertiesToRemove from a reference only. A project that an MSBuild task requests with NoBuild writes no output
    // of a build.
    private static string TakenOff(SharedFiles shared, Func<string, string> named)
    {
        Passer[] passers = [.. shared.Writers.SelectMany(writer => writer.PassedBy)];
        string[] references = [.. passers.Select(passer => passer.Project)
            .Where(file => file.EndsWith("proj", StringComparison.OrdinalIgnoreCase)).Select(named).Distinct()];
        return Array.Find(passers, passer => passer.Target is not null) is { } task
            ? $"remove {Them(shared)} from the MSBuild task in target {task.Target} of {named(task.Project)}. If the task only publishes "
                + "or packs what the build made, add NoBuild=true to the properties of the task; a Version that the task passes then "
                + $"changes nothing. Also reference what the task publishes in {LoggedPath.FileName(task.Project)} "
                + "(ReferenceOutputAssembly=\"false\"), so that MSBuild builds the reference first"
            : $"remove {Them(shared)} with GlobalPropertiesToRemove on the ProjectReference"
                + (references.Length > 0 ? $" in {Words.Some(references)}" : string.Empty);
    }

    private static string Them(SharedFiles shared) => shared.Differing.Count == 1 ? "it" : "them";
}
