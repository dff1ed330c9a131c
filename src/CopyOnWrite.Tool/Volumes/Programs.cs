namespace CopyOnWrite.Tool.Volumes;

/// <summary>Runs the system's programs, found in the folders of a PATH. A command is a line for a POSIX shell.</summary>
/// <param name="isDry">Nothing is run: the commands are listed, for a user who may use sudo.</param>
/// <param name="caller">The user who called sudo, as chown takes it; null where this process is the user's own.</param>
internal sealed class Programs(string path, bool isRoot, string? caller, bool isDry)
{
    private const int NotFound = 127;
    private const int EndedByCtrlC = 128 + 2;

    // Anyone may have put a program into a relative folder.
    private readonly string _path = string.Join(':', path.Split(':').Where(Path.IsPathFullyQualified));
    private readonly List<string> _commands = [];

    internal bool IsDry => isDry;

    internal string? Caller => caller;

    /// <summary>Those that were run, or would be.</summary>
    internal IReadOnlyList<string> Commands => _commands;

    // Debian leaves the last two folders out of an ordinary user's PATH.
    internal static Programs OfUser(bool isDry) => new(
        Environment.GetEnvironmentVariable("PATH") + ":/usr/sbin:/sbin",
        Environment.IsPrivilegedProcess,
        Environment.IsPrivilegedProcess
            && uint.TryParse(Environment.GetEnvironmentVariable("SUDO_UID"), out uint user)
            && uint.TryParse(Environment.GetEnvironmentVariable("SUDO_GID"), out uint group) ? $"{user}:{group}" : null,
        isDry);

    /// <summary>The prefix of a command that needs root. On a terminal sudo asks for the password.</summary>
    internal async Task<string> FindSudoAsync() => isRoot ? string.Empty
        : isDry || await TryAsync("sudo -n true || sudo -v") is not { ExitCode: not 0, LastLine: var why } ? "sudo "
        : throw new BadInputException($"Mounting needs root: {why}. Run `sudo -v` first, or run this as root.", "COW1041");

    /// <exception cref="BadInputException">It failed; the message has its last line.</exception>
    internal async Task RunAsync(string command)
    {
        _commands.Add(command);
        (int exitCode, string lastLine) = isDry ? (0, string.Empty) : await TryAsync(command);
        if (exitCode == EndedByCtrlC)
        {
            // A terminal's Ctrl+C goes to the program, too, which may end before this process receives it.
            throw new OperationCanceledException();
        }

        if (exitCode != 0)
        {
            (string code, string advice) = exitCode == NotFound
                ? ("COW1042", " Install the package that has it: xfsprogs, btrfs-progs or util-linux.")
                : lastLine.Contains("loop device", StringComparison.Ordinal)
                ? ("COW1043", " Load the kernel's module (`modprobe loop`); a container needs the devices of its host, for example by "
                    + "`docker run --privileged`.")
                : lastLine.EndsWith("Permission denied", StringComparison.Ordinal)
                ? ("COW1048", " Run this with sudo, or name a folder that you may write to.")
                : ("COW1048", string.Empty);
            throw new BadInputException($"`{command}` failed with {exitCode}: {lastLine}.{advice}", code);
        }
    }

    /// <summary>Never killed, which could leave half of its work. The last line of a program that fails is the reason.</summary>
    internal async Task<(int ExitCode, string LastLine)> TryAsync(string command)
    {
        var variables = new Dictionary<string, string?> { ["LC_ALL"] = "C", ["PATH"] = _path };
        DotNetResult result = await DotNet.RunShellAsync(
            "/", $"exec 2>&1; {command}", variables: variables, timeout: Timeout.InfiniteTimeSpan);
        string[] lines = result.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        return (result.ExitCode, lines.LastOrDefault("no message").TrimEnd('.'));
    }
}
