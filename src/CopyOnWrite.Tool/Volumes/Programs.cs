using System.Diagnostics;

namespace CopyOnWrite.Tool.Volumes;

/// <summary>Runs the system's programs, found in the folders of a PATH. A command is the line for a POSIX shell that is printed.</summary>
/// <param name="caller">The user who called sudo, as chown takes it; null where this process is the user's own.</param>
internal sealed class Programs(string path, bool isRoot = true, string? caller = null)
{
    private const int EndedByCtrlC = 128 + 2;

    // Anyone may have put a program into a relative folder.
    private readonly string[] _folders = [.. path.Split(':', StringSplitOptions.RemoveEmptyEntries).Where(Path.IsPathFullyQualified)];

    internal string? Caller => caller;

    // Debian leaves the last two out of an ordinary user's PATH.
    internal static Programs OfUser() => new(
        Environment.GetEnvironmentVariable("PATH") + ":/usr/sbin:/sbin",
        Environment.IsPrivilegedProcess,
        Environment.IsPrivilegedProcess
            && uint.TryParse(Environment.GetEnvironmentVariable("SUDO_UID"), out uint user)
            && uint.TryParse(Environment.GetEnvironmentVariable("SUDO_GID"), out uint group) ? $"{user}:{group}" : null);

    internal string? Find(string name) => _folders.Select(folder => Path.Combine(folder, name)).FirstOrDefault(File.Exists);

    /// <exception cref="BadInputException">It is not installed.</exception>
    internal void Require(string name, string package)
    {
        if (Find(name) is null)
        {
            throw new BadInputException($"{name} is not installed. Install the package {package}, then run this again.", "COW1042");
        }
    }

    /// <summary>The prefix of a command that needs root.</summary>
    /// <param name="dry">Nothing is run: the commands are for a user who may use sudo.</param>
    internal async Task<string> FindSudoAsync(bool dry)
    {
        // On a terminal sudo asks for the password; a script or a pipeline does not wait for one.
        bool isInstalled = Find("sudo") is not null;
        return isRoot ? string.Empty
            : dry || (isInstalled && ((await TryAsync("sudo -n true")).ExitCode == 0
                || (!Console.IsInputRedirected && (await TryAsync("sudo -v")).ExitCode == 0)))
            ? "sudo "
            : throw new BadInputException(
                "Mounting needs root, "
                + (isInstalled ? "and sudo does not let this user in without a password. Run `sudo -v` first, or run this as root."
                    : "and sudo is not installed. Run this as root, or install sudo."),
                "COW1041");
    }

    /// <exception cref="BadInputException">It failed; the message has its last line.</exception>
    internal async Task RunAsync(string command)
    {
        (int exitCode, string lastLine) = await TryAsync(command);
        if (exitCode != 0)
        {
            // A terminal's Ctrl+C goes to the program, too, which may end before this process receives it.
            throw exitCode == EndedByCtrlC ? new OperationCanceledException()
                : new BadInputException($"`{command}` failed with {exitCode}: {lastLine}.", "COW1048");
        }
    }

    /// <summary>Never killed, which could leave half of its work. The last line of a program that fails is the reason.</summary>
    internal async Task<(int ExitCode, string LastLine)> TryAsync(string command)
    {
        var start = new ProcessStartInfo("/bin/sh", ["-c", command])
        {
            RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true,
        };
        start.Environment["LC_ALL"] = "C";
        start.Environment["PATH"] = string.Join(':', _folders);
        using Process process = Process.Start(start)!;
        process.StandardInput.Close();
        Task<string> errors = process.StandardError.ReadToEndAsync();
        string output = await process.StandardOutput.ReadToEndAsync() + await errors;
        await process.WaitForExitAsync();
        string[] lines = output.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        return (process.ExitCode, lines.LastOrDefault("no message").TrimEnd('.'));
    }
}
