namespace CopyOnWrite.Build;

/// <summary>What `./build.sh demo` shows of the tool, on the first volume: a worktree that is already built, and two writers of one file.</summary>
internal sealed class DemoDoors(BenchVolume volume, CompilerServer server, int rounds, CancellationToken cancel)
{
    private const string Git = "git worktree add";
    private const string Again = "git worktree add, again (A/A)";
    private const string Cow = "dotnet cow worktree";

    private static readonly string[] s_tool = [RepositoryRoot.Built("CopyOnWrite.Tool", "dotnet-cow")];

    private readonly string _packages = Path.Combine(volume.Folder, "packages");

    /// <summary>1 if a worktree was not made as its donor, or something in it compiled.</summary>
    internal int ExitCode { get; private set; }

    internal async Task RunAsync()
    {
        await ShowWorktreesAsync(Path.Combine(volume.Folder, "app"));
        await ShowWritersAsync(Path.Combine(volume.Folder, "writers"));
    }

    private async Task ShowWorktreesAsync(string donor)
    {
        Console.WriteLine($"A second checkout of samples/DeepGraph, 31 projects, on {volume.FileSystem}: made, and built for the first time.");
        SampleRepository.Create(RepositoryRoot.Sample("DeepGraph"), donor, PackedPackage.Feed, sdkVersion: null);
        await SampleRepository.CommitAsync(donor, cancel);
        await BuildAsync(donor, "build");
        await MeasureAsync(donor, Git);
        string[] ways = [Git, Again, Cow];
        var seconds = ways.ToDictionary(way => way, _ => new List<double>());
        for (int round = 0; round < rounds; round++)
        {
            foreach (string way in round % 2 == 0 ? ways : ways.Reverse())
            {
                seconds[way].Add(await MeasureAsync(donor, way));
            }
        }

        foreach (string way in ways)
        {
            Estimate ratio = Estimate.Ratio(seconds[way], seconds[Git]);
            Console.WriteLine(FormattableString.Invariant(
                $"  {way}, and a build: {Estimate.Median(seconds[way]):0.0} s, {ratio.Value:0.00} of the first (95% interval {ratio.Low:0.00}-{ratio.High:0.00})"));
        }
    }

    private async Task<double> MeasureAsync(string donor, string way)
    {
        string path = Path.Combine(volume.Folder, "new");
        var clock = Stopwatch.StartNew();
        DotNetResult? made = null;
        await (way == Cow ? WorktreeAsync() : GitAsync(donor, "worktree", "add", "-q", "--detach", path));
        int compilations = (await BuildAsync(path, "build")).Compilations;
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
        Console.WriteLine("Two writers of one file: App and Tests build Lib, and Tests passes a property. What the tool says of that build's log:");
        string writers = Path.Combine(RepositoryRoot.Folder, "eng", "Build", "Writers");
        SampleRepository.Create(writers, folder, PackedPackage.Feed, sdkVersion: null);
        await BuildAsync(folder, "restore", "Lib");
        string log = Path.Combine(folder, "msbuild.binlog");

        // Either writer may find the file in use, and fail: the log says why.
        string[] build = ["build", "all.proj", "--no-restore", "-m:2", $"-bl:{log}"];
        _ = await DotNet.RunAsync(folder, build, _packages, server.Variables, cancellation: cancel);
        (_, string report) = await Shell.ReadAsync("dotnet", [.. s_tool, "report", log], cancel);
        Console.WriteLine(string.Join('\n', report.Split('\n').TakeWhile(line => !line.StartsWith("- ", StringComparison.Ordinal))));
    }

    private Task<DotNetResult> BuildAsync(string folder, params string[] arguments) =>
        SampleRepository.BuildAsync(folder, arguments, _packages, server, cancel);

    private Task GitAsync(string folder, params string[] arguments) => Shell.RequireAsync("git", ["-C", folder, .. arguments], cancel);
}
