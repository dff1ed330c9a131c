namespace CopyOnWrite.Testing;

/// <summary>Runs a program in the repository's root, with its output on this console unless it is read.</summary>
public static class Shell
{
    /// <param name="read">Gets each line of the standard output, one at a time.</param>
    /// <param name="readErrors">Gets those of the other stream as well.</param>
    public static async Task<int> RunAsync(
        string program, IEnumerable<string> arguments, CancellationToken cancel, IReadOnlyDictionary<string, string>? environment = null,
        Action<string>? read = null, bool readErrors = false) =>
        (await ChildProcess.RunAsync(Start(program, arguments, environment), read, readErrors, cancel).ConfigureAwait(false)).ExitCode;

    /// <summary>The program's standard output; its errors go to this console.</summary>
    public static async Task<(int ExitCode, string Output)> ReadAsync(
        string program, IEnumerable<string> arguments, CancellationToken cancel, IReadOnlyDictionary<string, string>? environment = null)
    {
        var output = new StringBuilder();
        int exitCode = await RunAsync(program, arguments, cancel, environment, line => output.Append(line).Append('\n'))
            .ConfigureAwait(false);
        return (exitCode, output.ToString());
    }

    /// <exception cref="ProgramFailedException">It ends with another exit code than 0.</exception>
    public static async Task RequireAsync(
        string program, IEnumerable<string> arguments, CancellationToken cancel, IReadOnlyDictionary<string, string>? environment = null)
    {
        if (await RunAsync(program, arguments, cancel, environment).ConfigureAwait(false) is var exitCode and not 0)
        {
            throw new ProgramFailedException(exitCode);
        }
    }

    /// <param name="what">A project or the solution.</param>
    /// <exception cref="ProgramFailedException">The build fails.</exception>
    public static Task BuildAsync(
        string what, CancellationToken cancel, IReadOnlyDictionary<string, string>? environment = null) => RequireAsync(
        "dotnet", ["build", what, "--configuration", "Release", "--nologo", "--verbosity", "quiet"], cancel, environment);

    /// <summary>Whether the folders of PATH have the program.</summary>
    public static bool Finds(string program) => (Environment.GetEnvironmentVariable("PATH") ?? string.Empty)
        .Split(Path.PathSeparator)
        .Any(folder => File.Exists(Path.Combine(folder, program)));

    private static ProcessStartInfo Start(string program, IEnumerable<string> arguments, IReadOnlyDictionary<string, string>? environment)
    {
        var start = new ProcessStartInfo(program, arguments) { WorkingDirectory = RepositoryRoot.Folder };
        foreach ((string name, string value) in environment ?? new Dictionary<string, string>())
        {
            start.Environment[name] = value;
        }

        // `dotnet run` sets these; a build inside would use them.
        start.Environment.Remove("MSBuildSDKsPath");
        start.Environment.Remove("MSBuildExtensionsPath");
        start.Environment.Remove("MSBUILD_EXE_PATH");
        start.Environment["MSBUILDDISABLENODEREUSE"] = "1";
        start.Environment["DOTNET_CLI_USE_MSBUILD_SERVER"] = "0";
        return start;
    }
}

/// <param name="message">Empty where the program's errors are on the console.</param>
public sealed class ProgramFailedException(int exitCode, string message = "") : Exception(message)
{
    public int ExitCode => exitCode;
}
