namespace CopyOnWrite.Tool.Checkouts;

/// <summary>Runs git in a folder. Its output is read as UTF-8, because git writes paths so.</summary>
internal sealed class Git
{
    // Settings of `git -c` and of CI, such as safe.directory: git itself keeps them for other repositories (submodule.c,
    // prepare_submodule_repo_env).
    private static readonly string[] s_settings = ["GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT"];

    private readonly CancellationToken _cancel;
    private readonly string[] _ofRepository = [];

    internal Git(string folder, CancellationToken cancel)
    {
        (Folder, _cancel) = (folder, cancel);

        // In a hook of another repository, git has set variables that lead to that repository.
        if (Environment.GetEnvironmentVariables().Keys.Cast<string>().Any(name => name.StartsWith("GIT_", StringComparison.Ordinal)))
        {
            _ofRepository = [.. Try("rev-parse", "--local-env-vars").Output.Split('\n').Except(s_settings)];
        }
    }

    private Git(string folder, Git other) => (Folder, _cancel, _ofRepository) = (folder, other._cancel, other._ofRepository);

    internal string Folder { get; }

    internal Git In(string folder) => new(folder, this);

    /// <summary>Gives git's standard output.</summary>
    /// <exception cref="CommandFailedException">COW1042, with git's words.</exception>
    internal string Run(params string[] arguments)
    {
        (int exitCode, string output, string errors) = Try(arguments);
        return exitCode == 0 ? output : throw CloneCommand.Failure(
            "COW1042", $"`git {arguments[0]}` failed in {Folder}: {OneLine(errors)}.");
    }

    /// <exception cref="CommandFailedException">COW1042, with git's words.</exception>
    internal IEnumerable<string> List(params string[] arguments) => Paths(Run(arguments));

    /// <summary>Splits git's output at zero bytes, and gives the parts as paths of this system.</summary>
    internal static IEnumerable<string> Paths(string output) =>
        output.Split('\0', StringSplitOptions.RemoveEmptyEntries).Select(path => path.Replace('/', Path.DirectorySeparatorChar));

    /// <summary>Gives the files that git ignores; they need not exist. Exit code 1: none; 128: a failure (git-check-ignore(1)).</summary>
    internal (int ExitCode, IEnumerable<string> Ignored, string Errors) CheckIgnore(IEnumerable<string> files)
    {
        (int exitCode, string output, string errors) = TryWith(string.Join('\0', files), "check-ignore", "-z", "--stdin");
        return (exitCode, Paths(output), OneLine(errors));
    }

    private static string OneLine(string errors) => errors.Trim().TrimEnd('.').ReplaceLineEndings("; ");

    internal (int ExitCode, string Output, string Errors) Try(params string[] arguments) => TryWith(string.Empty, arguments);

    /// <param name="input">git's standard input.</param>
    private (int ExitCode, string Output, string Errors) TryWith(string input, params string[] arguments)
    {
        // Callers run git in each submodule.
        var start = new ProcessStartInfo("git", ["-C", Folder, "-c", "submodule.recurse=false", .. arguments])
        {
            RedirectStandardOutput = true, RedirectStandardError = true, RedirectStandardInput = true,
            StandardOutputEncoding = Encoding.Latin1, StandardErrorEncoding = Encoding.UTF8,
        };
        Array.ForEach(_ofRepository, name => start.Environment.Remove(name));
        try
        {
            using Process git = Process.Start(start)!;
            using CancellationTokenRegistration stop = _cancel.Register(() => git.Kill(entireProcessTree: true));
            Task<string> errors = git.StandardError.ReadToEndAsync(CancellationToken.None);
            Task<string> output = git.StandardOutput.ReadToEndAsync(CancellationToken.None);
            Write(git.StandardInput, input);
            git.WaitForExit();
            _cancel.ThrowIfCancellationRequested();
            return (git.ExitCode, Text(output.Result), errors.Result);
        }
        catch (System.ComponentModel.Win32Exception e)
        {
            return (-1, string.Empty, $"git cannot be started: {e.Message}.");
        }
    }

    private static void Write(StreamWriter to, string input)
    {
        try
        {
            to.BaseStream.Write(Encoding.UTF8.GetBytes(input));
            to.Close();
        }
        catch (IOException)
        {
            // git has ended without reading all, and its errors say why.
        }
    }

    /// <summary>Decodes UTF-8. Other bytes become the core's lone surrogates, as in the walk of a tree.</summary>
    private static unsafe string Text(string bytes)
    {
        byte[] all = Encoding.Latin1.GetBytes(bytes);
        fixed (byte* start = all)
        {
            return all.Length == 0 ? string.Empty : NativePath.Decode(start, all.Length);
        }
    }
}
