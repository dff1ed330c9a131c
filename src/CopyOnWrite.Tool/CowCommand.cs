using CopyOnWrite.Tool.Bench;
using CopyOnWrite.Tool.Checkouts;
using CopyOnWrite.Tool.Doctor;
using CopyOnWrite.Tool.Inspect;
using CopyOnWrite.Tool.Report;
using CopyOnWrite.Tool.Saved;

namespace CopyOnWrite.Tool;

/// <summary><c>dotnet cow</c></summary>
internal static class CowCommand
{
    internal const string Examples = """
        Examples:
          dotnet cow worktree ../app-2 -b fix     a git worktree whose first build compiles only what differs
          dotnet cow warm                         in a worktree that exists: the same
          dotnet cow prepare                      in a checkout: its builds make outputs that others can use
          dotnet cow save out.cow                 what builds wrote in a checkout, for another machine
          dotnet cow restore out.cow              there, in a fresh clone: its first build compiles only what differs
          dotnet build -bl
          dotnet cow report msbuild.binlog        who writes the same file (MSB3026, MSB3030)? what was copied, and why?
          dotnet cow doctor                       in a repository: do its builds clone files, and if not, why?
          dotnet cow inspect bin                  which files of a folder share their blocks?
          dotnet cow why FILE --log LOG           why is an output not a clone?
          dotnet cow clone app app-2              a folder, such as a checkout, with its outputs
          dotnet cow bench                        how much faster is a build with CopyOnWrite.Sdk?
        """;

    private const string Description =
        "Adds git worktrees that are already built; finds who writes the same file in a build; says whether builds clone files, and why not.";

    internal static RootCommand New() => new($"{Description}\n\n{Examples}")
    {
        WorktreeCommand.New(),
        WarmCommand.New(),
        PrepareCommand.New(),
        SaveCommand.New(),
        RestoreCommand.New(),
        ReportCommand.New(),
        DoctorCommand.New(),
        InspectCommand.New(),
        CloneCommand.New(),
        BenchCommand.New(),
    };
}
