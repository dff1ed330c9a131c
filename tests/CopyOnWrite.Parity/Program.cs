using System.CommandLine;
using Microsoft.Build.Locator;

namespace CopyOnWrite.Parity;

/// <summary>
/// <c>parity written|fuzz</c>: a line for each scenario, "same NAME", "raced NAME" for a race of the built-in with itself, or "differs
/// NAME" and the scenario. Exit code 1 when any differs. <c>parity build PROJECT</c>: builds it in this process.
/// </summary>
internal static class Program
{
    private static int Main(string[] args)
    {
        var folder = new Option<string>("--folder") { Description = "On the volume to test.", Recursive = true };
        var user = new Option<uint?>("--user") { Description = "The user to play as; root's rights hide many errors.", Recursive = true };
        var msbuild = new Option<string?>("--msbuild") { Description = "The folder of another MSBuild than the SDK's.", Recursive = true };
        var clones = new Option<bool>("--clone-recent") { Description = "Clones sources that were just written, too.", Recursive = true };
        var multithreaded = new Option<bool>("--multithreaded") { Description = "As dotnet build -mt.", Recursive = true };
        var seed = new Option<int>("--seed") { Description = "Where random scenarios begin.", DefaultValueFactory = _ => 1 };
        var count = new Option<int>("--count") { Description = "How many random scenarios.", DefaultValueFactory = _ => 1000 };
        var written = new Command("written", "Every hand-written scenario.");
        var fuzz = new Command("fuzz", "Random scenarios.") { seed, count };
        var threads = new Command("threads", "How many threads the built-in starts for a call with many files (Linux).");
        var project = new Argument<string>("project");
        var log = new Option<string>("--log") { Description = "The binary log.", Required = true };
        var build = new Command("build", "Restores and builds a project, by one node.") { project, log };
        build.SetAction(arguments =>
        {
            MSBuildLocator.RegisterInstance(MSBuildLocator.QueryVisualStudioInstances().First());
            return OneBuild.Run(arguments.GetValue(project)!, arguments.GetValue(log)!);
        });
        int Run(ParseResult arguments, Func<string, TaskAssemblies, int> run) =>
            Start(
                arguments.GetRequiredValue(folder), arguments.GetValue(user), arguments.GetValue(msbuild), arguments.GetValue(clones),
                arguments.GetValue(multithreaded), run);
        written.SetAction(arguments => Run(arguments, (play, assemblies) => Runs.Compare(Runs.Written(), play, assemblies)));
        threads.SetAction(arguments => Run(arguments, Runs.ThreadsOfTheBuiltIn));
        fuzz.SetAction(arguments => Run(
            arguments,
            (play, assemblies) => Runs.Compare(Runs.Random(arguments.GetValue(seed), arguments.GetValue(count)), play, assemblies)));
        return new RootCommand("Compares our Copy with the built-in.")
        {
            folder, user, msbuild, clones, multithreaded, written, fuzz, threads, build,
        }.Parse(args).Invoke();
    }

    /// <summary>What runs, by the file of its MSBuild.</summary>
    internal static void WriteVersions(string file) =>
        Console.WriteLine($"MSBuild {FileVersionInfo.GetVersionInfo(file).FileVersion}, .NET {Environment.Version}");

    private static int Start(
        string folder, uint? user, string? msbuild, bool clonesRecent, bool multithreaded, Func<string, TaskAssemblies, int> run)
    {
        msbuild ??= MSBuildLocator.QueryVisualStudioInstances().First().MSBuildPath;
        MSBuildLocator.RegisterMSBuildPath(msbuild);
        string play = Path.GetFullPath(Path.Combine(folder, $"parity-{Environment.ProcessId}"));
        Directory.CreateDirectory(play);

        string ours = Path.Combine(AppContext.BaseDirectory, "CopyOnWrite.Sdk.Tasks.dll");
        string builtIn = Path.Combine(msbuild, "Microsoft.Build.Tasks.Core.dll");
        if (user is { } number)
        {
            // A copy for that user, whom the folder that this process started from may not let in.
            string copy = Path.Combine(play, Path.GetFileName(ours));
            File.Copy(ours, copy);
            ours = copy;
            Runs.LoadEverything(play, new TaskAssemblies(builtIn, ours, clonesRecent, multithreaded));
            User.Become(number, play);
        }

        try
        {
            return run(play, new TaskAssemblies(builtIn, ours, clonesRecent, multithreaded));
        }
        finally
        {
            try
            {
                Directory.Delete(play, recursive: true);
            }
            catch (Exception e) when (user is not null && e is IOException or UnauthorizedAccessException)
            {
                // The folder above is root's; an empty folder stays.
            }
        }
    }
}
