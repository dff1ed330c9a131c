namespace CopyOnWrite.Benchmarks;

/// <summary><c>./build.sh bench checkouts</c>: another built checkout of a repository, made in five ways.</summary>
internal sealed class CheckoutsBench(CallBench common, BenchVolume volume, CompilerServer server, CancellationToken cancel)
{
    private const string GitClone = "git clone, build";
    private const string Worktree = "git worktree add, build";
    private const string Cp = "cp -a, build";
    private const string Cow = "dotnet cow clone, build";
    private const string CowWorktree = "dotnet cow worktree, build";
    private const string Nothing = "a build with nothing to do";

    private static readonly string[] s_ways = [Worktree, GitClone, Cp, Cow, CowWorktree, Nothing];

    private const int Earlier = 8;

    private readonly string _main = Path.Combine(volume.Folder, "main");
    private readonly string _donor = Path.Combine(volume.Folder, "donor");
    private readonly string _new = Path.Combine(volume.Folder, "new");

    internal static async Task RunAsync(CallBench common, CancellationToken cancel)
    {
        using var server = new CompilerServer();
        List<Way> rows = await common.OnEachVolumeAsync(
            volume => new CheckoutsBench(common, volume, server, cancel).MeasureAsync());
        common.Write(
            "checkouts",
            "The tenth checkout",
            rows,
            ResultFile.Table(
                ["volume", "how", "s: made", "s: built", "s: both", "both / git worktree add's", "MB of its own", "compilations"],
                rows.Select(row => (string[])
                [
                    row.Volume, row.Name, row.Text("made"), row.Text("built"), row.Text("both"), row.OverFirst, row.Text("megabytes"),
                    row.Text("compilations"),
                ])),
            (common.Options.Repository ?? "samples/DeepGraph (31 projects)") + $", {common.Options.Project ?? "all projects"}, built with "
                + "DeterministicSourcePaths and without the commit. Its packages and nine built checkouts are on the volume: the donor, and "
                + "eight that `dotnet cow worktree` made. Builds share a compiler server, as a developer's do. cp clones by itself since "
                + "coreutils 9.0.",
            "MB of its own: what all files of the volume use after the build, by their extents, less what they used before the checkout. "
                + "btrfs keeps small files in its own records, which no two files share.");
    }

    private async Task<IEnumerable<Way>> MeasureAsync()
    {
        await (common.Options.Repository is { } repository
            ? Shell.RequireAsync("git", ["clone", "-q", repository, _main], cancel)
            : CommitSampleAsync());
        await GitAsync("worktree", "add", "-q", "--detach", _donor);
        await BuildAsync(_donor);
        Dictionary<string, double> second = await MeasureAsync(CowWorktree);
        for (int i = 2; i <= Earlier; i++)
        {
            string path = Path.Combine(volume.Folder, $"{i}");
            await MakeAsync(CowWorktree, path);
            await BuildAsync(path);
        }

        var found = await Rounds.RunAsync(s_ways, common.Options.Rounds, (way, _) => MeasureAsync(way));
        return
        [
            .. s_ways.Select(way => new Way(volume.FileSystem, way, found[way], found[Worktree])),
            new Way(volume.FileSystem, "the second by dotnet cow worktree", [second], found[Worktree]),
        ];
    }

    private async Task<Dictionary<string, double>> MeasureAsync(string way)
    {
        volume.WriteBack();
        long used = UsedBytes();
        var clock = Stopwatch.StartNew();
        await MakeAsync(way, _new);
        double made = clock.Elapsed.TotalSeconds;
        int compilations = (await BuildAsync(way == Nothing ? _donor : _new)).Compilations;
        double both = clock.Elapsed.TotalSeconds;
        volume.WriteBack();
        double megabytes = (UsedBytes() - used) / 1e6;
        var values = new Dictionary<string, double>
        {
            ["made"] = made, ["built"] = both - made, ["both"] = both, ["megabytes"] = megabytes, ["compilations"] = compilations,
        };
        Console.WriteLine($"{volume.FileSystem}, {way}: {string.Join(", ", values.Select(one => $"{one.Key} {one.Value:0.00}"))}");
        BenchVolumes.Delete(_new);
        await GitAsync("worktree", "prune");
        return values;
    }

    private async Task CommitSampleAsync()
    {
        SampleRepository.Create(RepositoryRoot.Sample("DeepGraph"), _main, PackedPackage.Feed, PackedPackage.VersionOf("CopyOnWrite.Sdk"));
        await SampleRepository.CommitAsync(_main, cancel);
    }

    private Task MakeAsync(string way, string path) => way switch
    {
        Nothing => Task.CompletedTask,
        GitClone => GitAsync("clone", "-q", _main, path),
        Worktree => GitAsync("worktree", "add", "-q", "--detach", path),
        Cp => Shell.RequireAsync("cp", ["-a", _donor, path], cancel),
        CowWorktree => CowAsync("worktree", path, "--detach", "--from", _donor),

        // A linked worktree's git file is the donor's.
        _ => CowAsync("clone", _donor, path, "--leave-out", ".git"),
    };

    private Task CowAsync(params string[] arguments) =>
        Shell.RequireAsync("dotnet", [RepositoryRoot.Built("CopyOnWrite.Tool", "dotnet-cow"), .. arguments], cancel);

    private Task<DotNetResult> BuildAsync(string folder)
    {
        string[] project = common.Options.Project is { } one ? [one] : [];
        return SampleRepository.BuildAsync(folder, ["build", .. project], Path.Combine(volume.Folder, "packages"), server, cancel);
    }

    private Task GitAsync(params string[] arguments) => Shell.RequireAsync("git", ["-C", _main, .. arguments], cancel);

    /// <summary>The volume's files, each once, and shared blocks once.</summary>
    private long UsedBytes()
    {
        var all = new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = FileAttributes.ReparsePoint };
        IEnumerable<string> files = Directory.EnumerateFiles(volume.Folder, "*", all).DistinctBy(file => FileStatus.Of(file).Identity);
        return ExtentMap.BytesOnDisk([.. files.Select(Extents.Read)]);
    }

    /// <summary>One way of making the checkout, round by round, and the first way's rounds.</summary>
    private sealed record Way(
        string Volume, string Name, IReadOnlyList<Dictionary<string, double>> Rounds, IReadOnlyList<Dictionary<string, double>> First)
    {
        internal string OverFirst => Markdown.Text(Estimate.Ratio(Values(Rounds, "both"), Values(First, "both")));

        internal string Text(string what) => Markdown.Micros(Estimate.Median(Values(Rounds, what)));

        private static double[] Values(IEnumerable<Dictionary<string, double>> rounds, string what) => [.. rounds.Select(one => one[what])];
    }
}
