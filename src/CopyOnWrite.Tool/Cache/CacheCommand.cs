using System.CommandLine;
using System.Threading.Tasks;

namespace CopyOnWrite.Tool.Cache;

/// <summary><c>dotnet cow cache</c></summary>
internal static class CacheCommand
{
    internal static Command New()
    {
        var command = new Command("cache", "To come.");
        command.SetAnswer((_, _, _) => Task.FromException<int>(new BadInputException("Cache is not there yet.")));
        return command;
    }
}
