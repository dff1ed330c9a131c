namespace CopyOnWrite.Windows.Tests.Infrastructure;

/// <summary>Projects of tests/ as Windows programs that bring their runtime along, all in one folder: the runtime is the same.</summary>
internal static class WindowsPrograms
{
    /// <summary>What is made for Windows; kept from one run to the next.</summary>
    internal static readonly string Root = Path.Combine(RepositoryRoot.Folder, "artifacts", "windows");

    private static readonly CompilerServer s_compilerServer = CompilerServer.OfTheRun();

    private static readonly ConcurrentDictionary<string, Lazy<string>> s_published = new();

    /// <summary>The program's path, for Wine.</summary>
    /// <param name="folder">The project's, in the repository; that of its name in tests/ when left out.</param>
    internal static string Publish(string project, string? folder = null) =>
        s_published.GetOrAdd(project, name => new Lazy<string>(() => PublishNow(name, folder ?? $"tests/{name}"))).Value;

    internal static void EndCompiler() => s_compilerServer.Dispose();

    private static string PublishNow(string project, string from)
    {
        string folder = Path.Combine(Root, "programs");
        string[] arguments =
        [
            "publish", Path.Combine(RepositoryRoot.Folder, from), "--configuration", "Release", "--runtime", "win-x64",
            "--self-contained",
            "--output", folder, "--nologo", "--verbosity", "quiet",

            // Analyzed when it was built for this system.
            "-p:RunAnalyzers=false",

            // Apart from the build for this system, whose restored packages it would replace.
            $"-p:ArtifactsPath={Path.Combine(Root, "build")}",
        ];
        DotNetResult result = DotNet.Run(RepositoryRoot.Folder, arguments, variables: s_compilerServer.Variables);
        Assert.AreEqual(0, result.ExitCode, $"{result.CommandLine}\n{result.Output}");
        foreach (string ofSdk in Directory.GetFiles(folder, "Microsoft.Build*.dll"))
        {
            File.WriteAllBytes(ofSdk, IlOnlyImage.From(File.ReadAllBytes(ofSdk)) ?? File.ReadAllBytes(ofSdk));
        }

        return Wine.PathOf(Path.Combine(folder, project + ".exe"));
    }
}
