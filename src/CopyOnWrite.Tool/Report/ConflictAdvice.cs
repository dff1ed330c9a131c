namespace CopyOnWrite.Tool.Report;

/// <summary>What to do so that files have one writer.</summary>
internal static class ConflictAdvice
{
    // A project is meant to be built for several of these.
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
            SharedCause.Solutions =>
                $"Build {project} from one solution only: it was built from several, or from one and also without it",
            SharedCause.GlobalProperties when perBuild is not null =>
                $"Put $({perBuild}) into these paths: take Append{perBuild}ToOutputPath=false out of {project}, or name it in its "
                    + "IntermediateOutputPath and OutputPath",
            SharedCause.GlobalProperties when names == "TargetFramework" =>
                $"Let nothing pass TargetFramework to {project}, which is built without it, too: no SetTargetFramework on a "
                    + "ProjectReference, no Properties of an MSBuild task, no -f of a command for a solution",
            SharedCause.GlobalProperties => $"Let all that build {project} pass the same {names}, or none: "
                + $"set {Them(shared)} in the project, {TakenOff(shared, named)}. If {(projects.Length == 1 ? "it has" : "one has")} to be "
                + "built more than once, give each build its own IntermediateOutputPath and OutputPath",
            _ when FileConflicts.IsInObj(shared.Files[0]) =>
                "Give each project its own obj: put them into folders of their own, or set BaseIntermediateOutputPath in each",
            _ when shared.IsSameContent =>
                "Let one of the projects copy it (Private=\"false\" on the others' references), or give each its own OutputPath",
            _ => "Give each project its own OutputPath",
        };
    }

    // MSBuild takes GlobalPropertiesToRemove of a reference only; of the projects that its task builds, one that is not built again
    // (NoBuild) writes no output of a build.
    private static string TakenOff(SharedFiles shared, Func<string, string> named)
    {
        Passer? passer = shared.Writers.SelectMany(writer => writer.PassedBy).FirstOrDefault(passer => passer.Target is not null);
        return passer is null ? $"or take {Them(shared)} off by GlobalPropertiesToRemove on a ProjectReference"
            : $"or take {Them(shared)} off the MSBuild task in target {passer.Target} of {named(passer.Project)}; if that only publishes "
                + "or packs what the build made, let it pass NoBuild=true, too, and run after the build";
    }

    private static string Them(SharedFiles shared) => shared.Differing.Count == 1 ? "it" : "them";
}
