using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using CopyOnWrite.Measurement;
using CopyOnWrite.Tool.Fixes;
using CopyOnWrite.Tool.MSBuild;
using CopyOnWrite.Tool.Output;
using CopyOnWrite.Tool.Report;

namespace CopyOnWrite.Tool.Doctor.Checks;

/// <summary>
/// Whether a build used the Copy that its projects register: a program that runs MSBuild can put its own before it
/// (<see cref="HostRegistration"/>). Only the log of a build tells; without one it reports that MSBuild would allow it.
/// </summary>
internal static class RegisteredCheck
{
    private const string Code = "COW1013";
    private const int MostLines = 5;

    internal static Check Check { get; } = new("registered", Find);

    private static Finding? Find(DoctorContext context)
    {
        EvaluatedProject[] projects = [.. context.Projects.Where(project => project is { HasSdk: true, Copy.IsOurs: true })];
        return projects.Length == 0 ? null
            : context.Log is { } log ? FindIn(log, projects, context)
            : HostRegistration.IsPossibleIn(projects[0].Value("MSBuildToolsPath"))
            ? new Finding(
                CheckStatus.Ok,
                $"MSBuild {projects[0].Value("MSBuildVersion")} lets the program that runs it register tasks that take precedence over "
                + "those of projects",
                $"A build's binary log shows which Copy task it used: dotnet cow doctor --binlog FILE. See {Code}.")
            : null;
    }

    private static Finding FindIn(BuildLog log, EvaluatedProject[] projects, DoctorContext context)
    {
        StringComparer paths = OperatingSystem.IsLinux() ? StringComparer.Ordinal : StringComparer.OrdinalIgnoreCase;
        Dictionary<string, EvaluatedProject> byFile = projects.ToDictionary(project => project.File, paths);
        CopyCall[] calls = [.. log.CopyCalls.Where(call => IsCalledCopy(call) && byFile.ContainsKey(call.Project))];
        CopyCall[] others = [.. calls.Where(call => !LoggedCopies.IsOfSdk(call))];
        return calls.Length == 0
            ? new Finding(
                CheckStatus.Unknown,
                "The log has no call of Copy in the repository's projects",
                string.Join(
                    '\n',
                    log.CopyCalls
                        .Where(IsCalledCopy)
                        .Select(call => $"It has calls in {call.Project}")
                        .Distinct(StringComparer.Ordinal)
                        .Take(MostLines)),
                HowToBuild(context, projects))
            : others.Length == 0
            ? new Finding(CheckStatus.Ok, $"All calls of Copy in the log used CopyOnWrite.Sdk's task: {Words.Count(calls.Length, "call")}")
            : new Finding(
                CheckStatus.Attention,
                $"{others.Length} of {Words.Count(calls.Length, "call")} of Copy in the log did not use CopyOnWrite.Sdk's task, "
                + $"{context.InProjects([.. others.Select(call => byFile[call.Project]).Distinct()])} ({Code})",
                string.Join('\n', others.GroupBy(call => (call.Project, call.TaskAssembly)).Take(MostLines)
                    .Select(same =>
                        $"{Path.GetFileNameWithoutExtension(same.Key.Project)}: {Words.Count(same.Count(), "call")} by "
                            + $"{same.Key.TaskAssembly}"))
                    + "\nThe projects register CopyOnWrite.Sdk's. Either they were built with other properties, or before they had it, "
                    + "or the program that built them registers tasks itself, as MSBuild 18.10 and later allow.",
                HowToBuild(context, [.. others.Select(call => byFile[call.Project]).Distinct()]));
    }

    // The table of a host has the name that projects call a task by. Another package may have a Copy in a namespace of its own.
    private static bool IsCalledCopy(CopyCall call) => call.TaskName.Equals("Copy", StringComparison.OrdinalIgnoreCase);

    // One log, so of several targets the first, which has the most projects. It is written into the current folder.
    private static FixStep[] HowToBuild(DoctorContext context, EvaluatedProject[] projects)
    {
        string folder = context.Repository.Folder;
        bool isCurrent = folder == Path.TrimEndingDirectorySeparator(Environment.CurrentDirectory);
        string here = isCurrent ? string.Empty : ShellText.Argument(folder) + " ";
        return
        [
            new CommandStep($"dotnet build {ShellText.Argument(BuildTargets.For(context.Repository, projects)[0])} --no-incremental -bl"),
            new CommandStep($"dotnet cow doctor {here}--binlog msbuild.binlog"),
        ];
    }
}
