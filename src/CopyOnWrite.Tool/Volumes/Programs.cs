using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Volumes;

/// <param name="Output">Both streams.</param>
internal sealed record ProgramResult(int ExitCode, string Output)
{
    /// <summary>What a program that fails says last is why.</summary>
    internal string LastLine =>
        Output.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries).LastOrDefault() ?? "no message";
}

/// <summary>The system's programs, by the folders of a PATH. A command is the words that are run, and the words that are printed.</summary>
internal sealed class Programs(string path)
{
    private const int EndedByCtrlC = 128 + 2;

    // A relative folder, or the current one, may have programs of anyone.
    private readonly string[] _folders =
        [.. path.Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries).Where(Path.IsPathFullyQualified)];

    // What a stopped command may still take to end by itself: killed, it may leave half of what it does behind.
    private static readonly TimeSpan s_end = TimeSpan.FromSeconds(10);

    // Debian leaves the last two out of an ordinary user's PATH.
    internal static Programs OfUser() =>
        new(Environment.GetEnvironmentVariable("PATH") + (OperatingSystem.IsWindows() ? string.Empty : ":/usr/sbin:/sbin"));

    internal string? Find(string name) => _folders
        .Select(folder => Path.Combine(folder, OperatingSystem.IsWindows() ? name + ".exe" : name))
        .FirstOrDefault(File.Exists);

    /// <exception cref="BadInputException">It is not installed.</exception>
    internal void Require(string name, string package)
    {
        if (Find(name) is null)
        {
            throw new BadInputException($"{name} is not installed. Install the package {package}, then run this again.", "COW1042");
        }
    }

    /// <exception cref="BadInputException">It failed; the message has its last line.</exception>
    internal async Task<string> RunAsync(IReadOnlyList<string> command, CancellationToken cancel)
    {
        ProgramResult result = await TryAsync(command, cancel);

        // A terminal's Ctrl+C goes to the program, too, which may have ended before this process is told.
        if (result.ExitCode == EndedByCtrlC)
        {
            throw new OperationCanceledException();
        }

        cancel.ThrowIfCancellationRequested();
        return result.ExitCode == 0
            ? result.Output
            : throw new BadInputException($"`{Text(command)}` failed with {result.ExitCode}: {result.LastLine.TrimEnd('.')}.", "COW1048");
    }

    /// <param name="variables">In addition to this process's own.</param>
    internal async Task<ProgramResult> TryAsync(
        IReadOnlyList<string> command, CancellationToken cancel, IReadOnlyDictionary<string, string>? variables = null)
    {
        // By its full path: .NET would look into the current folder first.
        if (Find(command[0]) is not { } file)
        {
            return new ProgramResult(127, $"{command[0]} is not installed");
        }

        var start = new ProcessStartInfo(file, command.Skip(1))
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };

        // Those of a git that runs this as its hook or alias name its own repository.
        foreach (string name in start.Environment.Keys.Where(name => name.StartsWith("GIT_", StringComparison.Ordinal)).ToArray())
        {
            start.Environment.Remove(name);
        }

        foreach ((string name, string value) in variables ?? new Dictionary<string, string>())
        {
            start.Environment[name] = value;
        }

        start.Environment["LC_ALL"] = "C";
        start.Environment["PATH"] = string.Join(Path.PathSeparator, _folders);
        try
        {
            using Process process = Process.Start(start)!;
            process.StandardInput.Close();
            Task<string> output = process.StandardOutput.ReadToEndAsync(CancellationToken.None);
            Task<string> errors = process.StandardError.ReadToEndAsync(CancellationToken.None);
            await EndAsync(process, cancel);
            return new ProgramResult(process.ExitCode, await output + await errors);
        }
        catch (Win32Exception e)
        {
            return new ProgramResult(126, $"{file} cannot be started: {e.Message}");
        }
    }

    /// <summary>As it is typed into a POSIX shell.</summary>
    internal static string Text(IEnumerable<string> command) => string.Join(' ', command.Select(Word));

    private static string Word(string word) =>
        word.Length > 0 && word.All(c => char.IsAsciiLetterOrDigit(c) || "/._-=,:".Contains(c, StringComparison.Ordinal))
            ? word
            : ShellText.Quote(word);

    private static async Task EndAsync(Process process, CancellationToken cancel)
    {
        try
        {
            await process.WaitForExitAsync(cancel);
        }
        catch (OperationCanceledException)
        {
            try
            {
                await process.WaitForExitAsync(CancellationToken.None).WaitAsync(s_end, CancellationToken.None);
            }
            catch (TimeoutException)
            {
                process.Kill(entireProcessTree: true);
                await process.WaitForExitAsync(CancellationToken.None);
            }
        }
    }
}
