namespace CopyOnWrite.Tool.Report;

/// <summary>Says how to change a build so that files have one writer, and are there and free when they are read.</summary>
internal static class ConflictAdvice
{
    private const string OneBuild =
        "one build of a checkout at a time: none in an Exec or an editor beside it, others in their own checkout (dotnet cow worktree)";

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
                $"Run target {target} for one of them only, by a Condition, or give each its own destination",
            SharedCause.Commands => $"Run {OneBuild}. Or let the second command use what the first one built (--no-build), or give it a folder "
                + "of its own (--artifacts-path)",
            SharedCause.NestedBuild => $"Let MSBuild build {LoggedPath.FileName(shared.Writers[0].Project)} in place of the Exec, by a "
                + "ProjectReference or an MSBuild task: it is then built once. Or let the command pass --no-build, and wait for the project",
            SharedCause.Unknown => $"Build {project} once: it was built several times, and the log does not say in which properties these differ",
            SharedCause.Solutions =>
                $"Build {project} from one solution only: it was built from several, or from one and also without it",
            SharedCause.GlobalProperties when perBuild is not null =>
                $"Put $({perBuild}) into these paths: take Append{perBuild}ToOutputPath=false out of {project}, or name it in its "
                    + "IntermediateOutputPath and OutputPath",
            SharedCause.GlobalProperties when names == "TargetFramework" =>
                $"Let nothing pass TargetFramework to {project}, which is built without it, too: no SetTargetFramework on a "
                    + "ProjectReference, no Properties of an MSBuild task, no -f of a command for a solution",
            SharedCause.GlobalProperties =>
                $"{(SolutionOf(shared) is { } solution ? $"Add {project} to {named(solution)}, if it is not in it. Else let" : "Let")} all that "
                + $"build {project} pass the same {names}, or none: "
                + $"set {Them(shared)} in the project, {TakenOff(shared, named)}. If {(projects.Length == 1 ? "it has" : "one has")} to be "
                + "built more than once, give each build its own IntermediateOutputPath and OutputPath",
            SharedCause.OutputOption => "Build without -o, which gives all projects of a solution one folder (--artifacts-path gives each its "
                + "own), or publish the one that you need with -o",
            _ when ConflictSearch.IsInObj(named(shared.Files[0])) =>
                "Give each project its own obj: a folder of its own for each project file, and in the artifacts layout (UseArtifactsOutput) a "
                    + "name of its own",

            // Not Private="false": it takes the reference out of the .deps.json, and the program does not find it.
            _ => "Give each project its own OutputPath. One that references them all can gather what they need in one folder",
        };
    }

    internal static string Of(FileOfError other, IReadOnlyList<NestedBuild> nested, Func<string, string> named) => other.Cause switch
    {
        ErrorCause.NotReferenced => ToWait(other.Reader, other.Writer ?? other.Owner!, named),
        ErrorCause.TargetOrder => "Let the target that needs it run after the one that makes it (AfterTargets, DependsOnTargets)",
        ErrorCause.NotBuilt => "Build it first, in this configuration: this build was not to make it (--no-build, --no-dependencies, "
            + "GeneratePackageOnBuild with `dotnet pack`, or a path of another configuration)",
        ErrorCause.NotMade => $"If no build makes it, take it out of the project. Else run {OneBuild}",
        _ when other.HeldBy is { } holder => $"{holder} had it open: end it before the build. If that was another build or an editor, run {OneBuild}",
        _ => $"If the error says that it is in use or gone, another build{Suspect(other, nested, named)} or a program, such as a virus "
            + $"scanner, had it open or deleted it: run {OneBuild}",
    };

    internal static string Of(ReadWhileWritten read, Func<string, string> named) => read.Command is not null ? $"Run {OneBuild}"
        : read.Reader == read.Writer ? $"Let all that build {named(read.Writer)} pass the same properties, so that it is built once" : ToWait(read.Reader, read.Writer, named);

    private static string ToWait(string reader, string writer, Func<string, string> named) =>
        $"Let {named(reader)} wait for {named(writer)}: a ProjectReference, with ReferenceOutputAssembly=\"false\" if it needs only the file";

    // Finds a build of an Exec: one that names the file's project, else one that another project than the one with the error ran.
    private static string Suspect(FileOfError other, IReadOnlyList<NestedBuild> nested, Func<string, string> named)
    {
        string project = other.Writer is null ? string.Empty : LoggedPath.FileName(other.Writer);
        NestedBuild? build = nested.OrderByDescending(one => project.Length > 0 && one.Command.Contains(project, StringComparison.OrdinalIgnoreCase))
            .ThenBy(one => one.Exec.Project.File == other.Reader).FirstOrDefault();
        return build is null ? string.Empty
            : $", such as that of the Exec in {named(build.Exec.Project.File)} (target {build.Exec.Target}: {ConflictTables.Short(build.Command)}),";
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
            ? $"or take {Them(shared)} off the MSBuild task in target {task.Target} of {named(task.Project)}; if that only publishes or packs "
                + "what the build made, let it pass NoBuild=true, too (a Version that it passes then changes nothing), and let its project reference what it publishes "
                + "(ReferenceOutputAssembly=\"false\"), so that this is built before"
            : $"or take {Them(shared)} off by GlobalPropertiesToRemove on the ProjectReference"
                + (references.Length > 0 ? $" of {Words.Some(references)}" : string.Empty);
    }

    private static string Them(SharedFiles shared) => shared.Differing.Count == 1 ? "it" : "them";
}
