namespace CopyOnWrite.Tool.Checkouts;

/// <summary>Runs git in a folder. What it wrote is read as UTF-8, as git has paths.</summary>
internal sealed class Git(string folder, CancellationToken cancel)
{
    // `git rev-parse --local-env-vars`: this may run in a hook of another repository, which has set them.
    private static readonly string[] s_ofAnotherRepository =
    [
        "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY",
        "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE",
    ];

    internal string Folder { get; } = folder;

    /// <summary>The folder's checkout, from its root.</summary>
    /// <exception cref="CommandFailedException">COW1042: the folder is in no checkout, or there is no git.</exception>
    internal static Git At(string folder, CancellationToken cancel)
    {
        if (!Directory.Exists(folder))
        {
            throw CloneCommand.Failure("COW1040", $"{folder} is not a folder. Name a checkout, or run this in one.");
        }

        string[] root = new Git(folder, cancel).Run("rev-parse", "--show-toplevel").TrimEnd('\n').Split('\n');
        return new Git(Path.GetFullPath(root[^1]), cancel);
    }

    /// <summary>The folder that all worktrees of the folder's repository share; null where it is in none.</summary>
    internal static string? Common(string folder, CancellationToken cancel) =>
        new Git(folder, cancel).Try("rev-parse", "--show-toplevel", "--git-common-dir") is (0, var lines, _)
            && lines.Split('\n') is [_, var common, ..] ? Path.GetFullPath(common, Path.GetFullPath(folder)) : null;

    /// <summary>What it wrote to its standard output.</summary>
    /// <exception cref="CommandFailedException">COW1042, with git's words.</exception>
    internal string Run(params string[] arguments) => Run(string.Empty, arguments);

    private string Run(string input, string[] arguments)
    {
        (int exitCode, string output, string errors) = Try(input, arguments);
        return exitCode == 0 ? output : throw Failure(Folder, arguments.First(word => word[0] != '-' && !word.Contains('=')), errors);
    }

    internal static CommandFailedException Failure(string folder, string command, string errors) => CloneCommand.Failure(
        "COW1042", $"`git {command}` failed in {folder}: {errors.Trim().TrimEnd('.').ReplaceLineEndings("; ")}.");

    /// <summary>The parts of its output that end with a zero byte.</summary>
    internal string[] List(params string[] arguments) => Run(arguments).Split('\0', StringSplitOptions.RemoveEmptyEntries);

    /// <summary>The attributes of paths, as the index has them (git-check-attr(1)).</summary>
    internal IEnumerable<(string Path, string Attribute, string Value)> AttributesOf(IEnumerable<string> paths) =>
        Run(string.Concat(paths.Select(path => Bytes(path) + '\0')), ["check-attr", "--cached", "--stdin", "-z", "--all"])
            .Split('\0').Chunk(3).Where(three => three.Length == 3).Select(three => (three[0], three[1], three[2]));

    internal (int ExitCode, string Output, string Errors) Try(params string[] arguments) => Try(string.Empty, arguments);

    private (int ExitCode, string Output, string Errors) Try(string input, string[] arguments)
    {
        // Submodules stay empty, as `git worktree add` leaves them.
        var start = new ProcessStartInfo("git", ["-C", Folder, "-c", "submodule.recurse=false", .. arguments])
        {
            RedirectStandardOutput = true, RedirectStandardError = true, RedirectStandardInput = true,
            StandardInputEncoding = Encoding.Latin1, StandardOutputEncoding = Encoding.Latin1, StandardErrorEncoding = Encoding.UTF8,
        };
        foreach (string name in s_ofAnotherRepository)
        {
            start.Environment.Remove(name);
        }

        try
        {
            using Process git = Process.Start(start)!;
            using CancellationTokenRegistration stop = cancel.Register(() => git.Kill(entireProcessTree: true));
            Task<string> errors = git.StandardError.ReadToEndAsync(CancellationToken.None);
            Task<string> output = git.StandardOutput.ReadToEndAsync(CancellationToken.None);
            git.StandardInput.Write(input);
            git.StandardInput.Close();
            git.WaitForExit();
            cancel.ThrowIfCancellationRequested();
            return (git.ExitCode, Text(output.Result), errors.Result);
        }
        catch (System.ComponentModel.Win32Exception e)
        {
            return (-1, string.Empty, $"git cannot be started: {e.Message}.");
        }
    }

    /// <summary>Of UTF-8, and of names that are not: with the core's lone surrogates, as the walk of the tree has them.</summary>
    private static unsafe string Text(string bytes)
    {
        byte[] all = Encoding.Latin1.GetBytes(bytes);
        fixed (byte* start = all)
        {
            return all.Length == 0 ? string.Empty : NativePath.Decode(start, all.Length);
        }
    }

    private static string Bytes(string path)
    {
        var encoded = new byte[NativePath.MaximumLength];
        _ = NativePath.TryEncode(path, encoded);
        return Encoding.Latin1.GetString(encoded, 0, Array.IndexOf(encoded, (byte)0));
    }
}
