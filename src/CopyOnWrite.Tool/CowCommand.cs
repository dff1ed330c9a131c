using CopyOnWrite.Tool.Bench;
using CopyOnWrite.Tool.Cache;
using CopyOnWrite.Tool.Checkouts;
using CopyOnWrite.Tool.Doctor;
using CopyOnWrite.Tool.Inspect;
using CopyOnWrite.Tool.Report;
using CopyOnWrite.Tool.Why;

namespace CopyOnWrite.Tool;

/// <summary><c>dotnet cow</c></summary>
internal static class CowCommand
{
    internal const string Examples = """
        Examples:
          dotnet cow doctor                       in a repository: do its builds clone files, and if not, why?
          dotnet cow why bin/Debug/net10.0/A.dll  why is this file a clone, or not?
          dotnet cow inspect bin                  which files of a folder share their blocks?
          dotnet build -bl
          dotnet cow report msbuild.binlog        what did a build clone, and what did it copy and why?
          dotnet cow bench                        how much faster is a build with CopyOnWrite.Sdk?
          dotnet cow cache info                   how large is the cross-volume cache?
          dotnet cow worktree ../app-2 -b fix     a git worktree whose first build compiles only what differs
          dotnet cow clone app app-2              a folder, such as a checkout, with its outputs
        """;

    private const string Description =
        "Shows whether builds clone files, why not, and what cloning saves; adds worktrees that are already built.";

    internal static RootCommand New() => new($"{Description}\n\n{Examples}")
    {
        DoctorCommand.New(),
        WhyCommand.New(),
        InspectCommand.New(),
        ReportCommand.New(),
        BenchCommand.New(),
        CacheCommand.New(),
        WorktreeCommand.New(),
        CloneCommand.New(),
    };
}
