namespace CopyOnWrite.Testing;

/// <summary>Programs that a test needs beside the .NET SDK; <c>./build.sh test</c> installs them where it may.</summary>
internal static class Tools
{
    /// <summary>The program's full path. Without it the test is skipped, with the reason; where <c>CI=true</c> it fails.</summary>
    internal static string Require(string name)
    {
        // On Windows what has no extension is no program: beside npm.cmd there is npm, a script for a Unix shell.
        string[] files = OperatingSystem.IsWindows() ? [name + ".exe", name + ".cmd"] : [name];
        string? found = (Environment.GetEnvironmentVariable("PATH") ?? string.Empty).Split(Path.PathSeparator)
            .SelectMany(folder => files.Select(file => Path.Combine(folder, file))).FirstOrDefault(File.Exists);
        SkipUnless(found is not null, $"{name} is not installed.");
        return found!;
    }

    /// <summary>Where <c>CI=true</c> on Linux the test fails instead: there, everything is available.</summary>
    internal static void SkipUnless(bool present, string reason)
    {
        if (!present && OperatingSystem.IsLinux() && Environment.GetEnvironmentVariable("CI") == "true")
        {
            Assert.Fail(reason);
        }

        if (!present)
        {
            Assert.Inconclusive(reason);
        }
    }
}
