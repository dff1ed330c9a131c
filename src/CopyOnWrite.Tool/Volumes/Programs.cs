using System.Diagnostics;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Volumes;

/// <summary>The system's programs, by the folders of a PATH. A command is the words that are run, and the words that are printed.</summary>
internal sealed class Programs(string path)
{
    private const int NotFound = 127;
    private const int EndedByCtrlC = 128 + 2;

    // A relative folder, or the current one, may have programs of anyone.
    private readonly string[] _folders = [.. path.Split(':', StringSplitOptions.RemoveEmptyEntries).Where(Path.IsPathFullyQualified)];

    // Debian leaves the last two out of an ordinary user's PATH.
    internal static Programs OfUser() => new(Environment.GetEnvironmentVariable("PATH") + ":/usr/sbin:/sbin");

    internal string? Find(string name) => _folders.Select(folder => Path.Combine(folder, name)).FirstOrDefault(File.Exists);

    /// <exception cref="BadInputException">It is not installed.</exception>
    internal void Require(string name, string package)
    {
        if (Find(name) is null)
        {
            throw new BadInputException($"{name} is not installed. Install the package {package}, then run this again.", "COW1042");
        }
    }

    /// <exception cref="BadInputException">It failed; the message has its last line.</exception>
    internal async Task RunAsync(params string[] command)
    {
        (int exitCode, string lastLine) = await TryAsync(command);
        if (exitCode != 0)
        {
            // A terminal's Ctrl+C goes to the program, too, which may have ended before this process is told.
            throw exitCode == EndedByCtrlC ? new OperationCanceledException()
                : new BadInputException($"`{Text(command)}` failed with {exitCode}: {lastLine.TrimEnd('.')}.", "COW1048");
        }
    }

    /// <summary>To its end: killed, it may leave half of what it does. What a program that fails says last is why.</summary>
    internal async Task<(int ExitCode, string LastLine)> TryAsync(params string[] command)
    {
        // By its full path: .NET would look into the current folder first.
        if (Find(command[0]) is not { } file)
        {
            return (NotFound, $"{command[0]} is not installed");
        }

        var start = new ProcessStartInfo(file, command[1..])
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
        return (process.ExitCode, lines.LastOrDefault() ?? "no message");
    }

    /// <summary>As it is typed into a POSIX shell.</summary>
    internal static string Text(IEnumerable<string> command) => string.Join(' ', command.Select(Word));

    private static string Word(string word) =>
        word.Length > 0 && word.All(c => char.IsAsciiLetterOrDigit(c) || "/._-=,:".Contains(c, StringComparison.Ordinal))
            ? word
            : ShellText.Quote(word);
}
