namespace CopyOnWrite.Build;

/// <summary>The tool in `./build.sh demo`, on the first volume: a worktree that is already built, and two writers of one file.</summary>
internal sealed class DemoDoors(BenchVolume volume, CompilerServer server, int rounds, CancellationToken cancel)
{
    // A repository that is always here, with enough to compile: 20,000 lines in three projects, with the analyzers of the .NET SDK.
    private const string Project = "src/CopyOnWrite.Tool";

    private const string Git = "git worktree add";
    private const string Again = "git worktree add, again";
    private const string Cow = "dotnet cow worktree";

    private static readonly string[] s_tool = [RepositoryRoot.Built("CopyOnWrite.Tool", "dotnet-cow")];

    /// <summary>1 if a worktree was not made as its donor, or something in it compiled.</summary>
    internal int ExitCode { get; private set; }

    internal async Task RunAsync()
    {
        await ShowWorktreesAsync(Path.Combine(volume.Folder, "app"));
        await ShowWritersAsync(Path.Combine(volume.Folder, "writers"));
    }

    private async Task ShowWorktreesAsync(string donor)
    {
        Console.WriteLine($"A worktree of this repository on {volume.FileSystem}: created, and {Project} built in it for the first time.");
        await Shell.RequireAsync("git", ["clone", "--quiet", "--no-hardlinks", RepositoryRoot.Folder, donor], cancel);
        await Shell.RequireAsync("dotnet", [.. s_tool, "prepare", Path.Combine(donor, Project)], cancel);
        await BuildAsync(donor);
        string[] ways = [Git, Cow, Again];
        var seconds = ways.ToDictionary(way => way, _ => new List<double>());
        for (int round = 0; round < rounds; round++)
        {
            foreach (string way in ways)
            {
                seconds[way].Add(await MeasureAsync(donor, way));
            }
        }

        double git = Estimate.Median(seconds[Git]), again = Estimate.Median(seconds[Again]), cow = Estimate.Median(seconds[Cow]);
        Console.WriteLine(FormattableString.Invariant(
            $"  Result: {cow:0.0} s with `{Cow}`. With `{Git}`: {git:0.0} s before, and {again:0.0} s after."));
    }

    private async Task<double> MeasureAsync(string donor, string way)
    {
        string path = Path.Combine(volume.Folder, "new");
        var clock = Stopwatch.StartNew();
        DotNetResult? made = null;
        await (way == Cow ? WorktreeAsync() : GitAsync(donor, "worktree", "add", "-q", "--detach", path));
        int compilations = (await BuildAsync(path)).Compilations;
        double seconds = clock.Elapsed.TotalSeconds;
        Console.WriteLine(FormattableString.Invariant($"  {way}: {seconds:0.0} s, {compilations} compilations"));
        if (made is not null && (!made.Succeeded || compilations > 0))
        {
            Console.WriteLine($"  ! Nothing is to compile there. The command ended with {made.ExitCode}:\n{made.Output}");
            ExitCode = 1;
        }

        await GitAsync(donor, "worktree", "remove", "--force", path);
        return seconds;

        async Task WorktreeAsync() => made = await DotNet.RunAsync(donor, [.. s_tool, "worktree", "--detach", path], cancellation: cancel);
    }

    /// <summary>Lib is built twice, into one folder: one of the projects that need it passes a property.</summary>
    private async Task ShowWritersAsync(string folder)
    {
        Console.WriteLine("Two writers of one file: App and Tests build Lib, and Tests passes a property. What the tool says of the log:");
        string writers = Path.Combine(RepositoryRoot.Folder, "eng", "Build", "Writers");
        SampleRepository.Create(writers, folder, PackedPackage.Feed, sdkVersion: null);
        await Shell.RequireAsync("dotnet", ["restore", Path.Combine(folder, "Lib")], cancel);
        string log = Path.Combine(folder, "msbuild.binlog");

        // Either writer may find the file in use, and fail: the log says why.
        string[] build = ["build", "all.proj", "--no-restore", "-m:2", $"-bl:{log}"];
        _ = await DotNet.RunAsync(folder, build, variables: server.Variables, cancellation: cancel);
        (_, string report) = await Shell.ReadAsync("dotnet", [.. s_tool, "report", log], cancel);
        Console.WriteLine(string.Join('\n', report.Split('\n').TakeWhile(line => !line.StartsWith("- ", StringComparison.Ordinal))));
    }

    private async Task<DotNetResult> BuildAsync(string repo) => (await DotNet.RunAsync(
        repo, ["build", Project, "-nologo", "-clp:PerformanceSummary"], variables: server.Variables, cancellation: cancel)).ThrowIfFailed();

    private Task GitAsync(string folder, params string[] arguments) => Shell.RequireAsync("git", ["-C", folder, .. arguments], cancel);
}
