namespace CopyOnWrite.NetFramework.Tests.Infrastructure;

/// <summary>
/// MSBuild for .NET Framework, run by mono: tests/CopyOnWrite.NetFrameworkHost, whose folder has the assemblies of 17.7.2. Without mono
/// tests are skipped, with the reason; where <c>CI=true</c> they fail. <c>./build.sh test</c> installs it.
/// </summary>
internal sealed class MSBuild(string folder)
{
    private const string Host = "CopyOnWrite.NetFrameworkHost";

    // A limit for a mono that hangs: a build takes seconds, on a busy machine many.
    private const string HangSeconds = "600";

    /// <summary>Its assemblies, and the program.</summary>
    internal string Folder => folder;

    internal static MSBuild Require()
    {
        _ = Tools.Require("mono");

        // Comes with mono-devel, as the facade netstandard.dll does.
        _ = Tools.Require("monop");
        string folder = Path.Combine(AppContext.BaseDirectory, "..", "..", Host, Path.GetFileName(AppContext.BaseDirectory.TrimEnd('/')));
        Tools.SkipUnless(
            File.Exists(Path.Combine(folder, "Microsoft.IO.Redist.dll")),
            "This .NET SDK has no Microsoft.IO.Redist.dll for .NET Framework, which MSBuild needs.");
        return new MSBuild(Path.GetFullPath(folder));
    }

    /// <summary>MSBuild 16.6.0, the oldest in packages.</summary>
    /// <param name="into">A folder of the test's own.</param>
    internal MSBuild Older(string into)
    {
        Command.OutputOf("cp", "-r", Folder, into);
        Command.OutputOf("cp", "-r", Path.Combine(AppContext.BaseDirectory, "msbuild-16.6.0", "."), into);
        return new MSBuild(into);
    }

    /// <summary>Builds the projects one after the other in one process. A project that stands there twice is built twice.</summary>
    internal IReadOnlyList<FrameworkBuild> Build(params IEnumerable<string> projects)
    {
        (string Project, string Log)[] builds = [.. projects.Select((project, i) => (project, $"{project}.{i}.binlog"))];

        // MSBuild takes every variable for a property.
        (int exitCode, string all) = Command.Run(
            "timeout",
            [
                HangSeconds, "env", "-i", $"PATH={Environment.GetEnvironmentVariable("PATH")}", "LC_ALL=C.UTF-8", "mono",
                Path.Combine(Folder, Host + ".exe"), .. builds.SelectMany(build => new[] { build.Project, build.Log }),
            ]);
        Assert.AreEqual(0, exitCode, all);
        Assert.IsTrue(builds.All(build => File.Exists(build.Log)), all);
        return [.. builds.Select(build => FrameworkBuild.Read(build.Log))];
    }
}
