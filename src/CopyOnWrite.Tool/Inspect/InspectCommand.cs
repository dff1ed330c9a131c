using System.CommandLine;
using System.Threading.Tasks;

namespace CopyOnWrite.Tool.Inspect;

/// <summary><c>dotnet cow inspect</c></summary>
internal static class InspectCommand
{
    internal static Command New()
    {
        var command = new Command("inspect", "To come.");
        command.SetAnswer((_, _, _) => Task.FromException<int>(new BadInputException("Inspect is not there yet.")));
        return command;
    }
}
