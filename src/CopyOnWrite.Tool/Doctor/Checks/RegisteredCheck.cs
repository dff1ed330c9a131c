using CopyOnWrite.Tasks;
using CopyOnWrite.Tool.MSBuild;
using CopyOnWrite.Tool.Report;

namespace CopyOnWrite.Tool.Doctor.Checks;

/// <summary>
/// Whether a build used the Copy that its projects register. Since 18.10 the program that runs MSBuild in its own process can register
/// tasks (Microsoft.Build.Utilities.Task.RegisterTask, and Microsoft.Build.Tasks.BuiltInTasks.RegisterAll, which has Copy), which
/// TaskExecutionHost.FindTask prefers to any UsingTask without logging it. Other processes cannot read that table, so only a build's log
/// shows its effect.
/// </summary>
internal static class RegisteredCheck
{
    private const string Code = "COW1013";
    private const int MostLines = 5;

    private const string HowToBuild =
        "Run `dotnet build --no-incremental -bl` in the repository, then `dotnet cow doctor --binlog msbuild.binlog`.";

    internal static Finding? Find(DoctorContext context)
    {
        EvaluatedProject[] projects = [.. context.Projects.Where(project => project is { HasSdk: true, Copy.IsOurs: true })];
        if (projects.Length == 0 || context.Log is not { } log)
        {
            return null;
        }

        StringComparer paths = OperatingSystem.IsLinux() ? StringComparer.Ordinal : StringComparer.OrdinalIgnoreCase;
        Dictionary<string, EvaluatedProject> byFile = projects.ToDictionary(project => project.File, paths);

        // A host registers tasks by the name that projects use. Another package may have a Copy in another namespace.
        LoggedCall[] all = [.. log.CopyCalls.Where(call => call.TaskName.Equals("Copy", StringComparison.OrdinalIgnoreCase))];
        LoggedCall[] calls = [.. all.Where(call => byFile.ContainsKey(call.Project))];
        LoggedCall[] others = [.. calls.Where(call => !LoggedCopies.IsOfSdk(call))];
        if (calls.Length == 0)
        {
            return Finding.Unknown(
                "The log has no call of Copy in the repository's projects",
                string.Join('\n', all.Select(call => $"It has calls in {call.Project}").Distinct(StringComparer.Ordinal).Take(MostLines)),
                HowToBuild);
        }

        EvaluatedProject[] affected = [.. others.Select(call => byFile[call.Project]).Distinct()];
        int preloaded = calls.Count(call => call.Record?.BuiltIn == nameof(FallbackReason.PreloadedLibrary));
        return others.Length == 0 && preloaded > 0
            ? Finding.Attention(
                $"{(preloaded == calls.Length ? "All" : $"{preloaded} of")} {Words.Count(calls.Length, "call")} of Copy in the log were "
                + $"left to the built-in task: {FallbackText.Of(FallbackReason.PreloadedLibrary)}",
                steps: $"{PlaceChecks.WithoutPreload}.")
            : others.Length == 0
            ? Finding.Ok($"All calls of Copy in the log used CopyOnWrite.Sdk's task: {Words.Count(calls.Length, "call")}")
            : Finding.Attention(
                $"{others.Length} of {Words.Count(calls.Length, "call")} of Copy in the log did not use CopyOnWrite.Sdk's task, "
                + $"{context.InProjects(affected)} ({Code})",
                string.Join('\n', others.GroupBy(call => (call.Project, call.TaskAssembly)).Take(MostLines).Select(same =>
                    $"{byFile[same.Key.Project].Name}: {Words.Count(same.Count(), "call")} by {same.Key.TaskAssembly}"))
                    + "\nThe projects register CopyOnWrite.Sdk's. Either they were built with other properties, or before they had it, "
                    + "or the program that built them registers tasks itself, as MSBuild 18.10 and later allow. See "
                    + Documentation.PageOf(Code),
                HowToBuild);
    }
}
