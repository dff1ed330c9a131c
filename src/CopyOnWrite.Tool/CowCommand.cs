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
          dotnet cow prepare                      once, then build: other checkouts can use the outputs of this one
          dotnet cow worktree ../app-2 -b fix     adds a git worktree that is already built
          dotnet cow warm                         brings the outputs into a worktree that exists
          dotnet cow save out.cow                 saves the outputs of this checkout, for another machine
          dotnet cow restore out.cow              brings the saved outputs into a fresh clone
          dotnet build -bl
          dotnet cow report msbuild.binlog        which projects wrote the same file (MSB3026)? what was copied, and why?
          dotnet cow doctor                       do the builds of this repository clone files, and if not, why?
          dotnet cow inspect bin                  which files of a folder share their blocks on disk?
          dotnet cow why FILE --log LOG           why is this output a copy, not a clone?
          dotnet cow clone app app-2              clones a folder, such as a checkout with its outputs
          dotnet cow bench                        is a build faster with CopyOnWrite.Sdk?
        """;

    private const string Description =
        "Adds git worktrees that are already built, finds the projects of a build that write the same file, and says why files are copied "
        + "instead of cloned.";

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
