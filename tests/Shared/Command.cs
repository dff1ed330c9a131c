namespace CopyOnWrite.Testing;

/// <summary>Runs a program to its end.</summary>
internal static class Command
{
    /// <summary>What it prints, errors included.</summary>
    internal static (int ExitCode, string Output) Run(
        string program, IEnumerable<string> arguments, IReadOnlyDictionary<string, string>? environment = null, string? folder = null)
    {
        (int exitCode, string output, string errors) = RunApart(program, arguments, environment, folder);
        return (exitCode, output + errors);
    }

    /// <summary>Its standard output. A test fails unless it ends with 0, and is skipped or fails where it is not installed.</summary>
    internal static string OutputOf(string program, params IEnumerable<string> arguments)
    {
        (int exitCode, string output, string errors) = RunApart(Tools.Require(program), arguments, null, null);
        Assert.AreEqual(0, exitCode, $"{program} {string.Join(' ', arguments)}: {output}{errors}");
        return output;
    }

    private static (int ExitCode, string Output, string Errors) RunApart(
        string program, IEnumerable<string> arguments, IReadOnlyDictionary<string, string>? environment, string? folder)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = folder ?? string.Empty,
        };
        foreach ((string name, string value) in environment ?? new Dictionary<string, string>())
        {
            start.Environment[name] = value;
        }

        using Process process = Process.Start(start)!;
        Task<string> errors = process.StandardError.ReadToEndAsync();
        string output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return (process.ExitCode, output, errors.Result);
    }
}
