namespace CopyOnWrite.Windows.Tests.Infrastructure;

/// <summary>
/// Compiles assemblies for Windows x64 with the compiler that compiled the task when it was packed (build/AheadOfTime.targets). Otherwise
/// each build under Wine compiles MSBuild and the C# compiler itself, which is a third of its time.
/// </summary>
internal static class AheadOfTime
{
    private static readonly string s_packages = Environment.GetEnvironmentVariable("NUGET_PACKAGES")
        ?? Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget", "packages");

    /// <summary>Replaces the assemblies. Leaves them as they are where the compiler is missing: it is for Linux x64 only.</summary>
    internal static void Compile(string folder, string[] assemblies)
    {
        if (PackageFolder("microsoft.netcore.app.crossgen2.linux-x64") is not { } compiler
            || PackageFolder("microsoft.netcore.app.runtime.win-x64") is not { } runtime)
        {
            return;
        }

        foreach (string path in assemblies.Select(assembly => Path.Combine(folder, assembly)))
        {
            string compiled = path + ".compiled";
            (int exitCode, string output) = Command.Run(
                Path.Combine(compiler, "tools/crossgen2"),
                [
                    path, "-o", compiled, "--targetos", "windows", "--targetarch", "x64", "-O",
                    "-r", Path.Combine(runtime, "runtimes/win-x64/lib/net10.0/"), "-r", Path.Combine(runtime, "runtimes/win-x64/native/"),
                    "-r", Path.Combine(folder, "*.dll"),
                ]);
            Assert.AreEqual(0, exitCode, output);
            File.Move(compiled, path, overwrite: true);
        }
    }

    private static string? PackageFolder(string id)
    {
        string package = Path.Combine(s_packages, id);
        return Directory.Exists(package) ? Directory.EnumerateDirectories(package).Max() : null;
    }
}
