using System.CommandLine;
using System.Threading.Tasks;

namespace CopyOnWrite.Tool.Doctor;

/// <summary><c>dotnet cow doctor</c></summary>
internal static class DoctorCommand
{
    internal static Command New()
    {
        var command = new Command("doctor", "To come.");
        command.SetAnswer((_, _, _) => Task.FromException<int>(new BadInputException("Doctor is not there yet.")));
        return command;
    }
}
