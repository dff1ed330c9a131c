namespace CopyOnWrite.Benchmarks;

/// <summary><c>./build.sh bench checkouts</c>: another built checkout of a repository, made in many ways.</summary>
internal sealed class CheckoutsBench(CallBench common, BenchVolume volume, CompilerServer server, CancellationToken cancel)
{
    private const string GitClone = "git clone, build";
    private const string Worktree = "git worktree add, build";
    private const string Cp = "cp -a, build";
    private const string Cow = "dotnet cow clone, build";
    private const string CowWorktree = "dotnet cow worktree, build";
    private const string Warm = "git worktree add, dotnet cow warm, build";
    private const string Behind = "the same, of a donor that is behind by commits: ";
    private const string Restore = "git clone, dotnet cow restore, build";
    private const string Eight = "eight at once: git worktree add, build";
    private const string EightCow = "eight at once: dotnet cow worktree, build";
    private const string Other = "dotnet cow worktree of --tool, build";
    private const string Nothing = "a build with nothing to do";

    private static readonly int[] s_behind = [1, 10, 100];

    private const string Donors = "donors";
    private const int Earlier = 8;
    private const int FilesInAFolder = 100;
    private const int BytesOfASource = 4096;
    private const int BytesOfAnOutput = 64 << 20;
    private const int OutputsOfAGigabyte = 16;

    private readonly string _main = Path.Combine(volume.Folder, "main");
    private readonly string _donor = Path.Combine(volume.Folder, "donor");
    private readonly string _new = Path.Combine(volume.Folder, "new");
    private readonly string _saved = Path.Combine(volume.Folder, "outputs.cow");
    private readonly string _packages = Path.Combine(volume.Folder, "packages");
    private readonly List<string> _made = [];

    private IEnumerable<string> Ways =>
        ((string[])[
            Worktree, GitClone, Cp, Cow, CowWorktree, .. common.Options.Tool is null ? (string[])[] : [Other], Warm,
            .. s_behind.Select(commits => $"{Behind}{commits}"), Restore, Eight, EightCow, Nothing,
        ]).Where(way => way == Worktree || common.Options.Cells.Length == 0 || common.Options.Cells.Any(way.Contains));

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
                ["volume", "how", "s: made", "s: of it dotnet cow warm or restore", "s: built", "s: both", "both / git worktree add's",
                    "MB of its own", "compilations"],
                rows.Select(row => (string[])
                [
                    row.Volume, row.Name, row.Text("made"), row.Text("warm"), row.Text("built"), row.Text("both"), row.OverFirst,
                    row.Text("megabytes"), row.Text("compilations"),
                ])),
            (common.Options.Repository ?? "samples/DeepGraph (31 projects)") + $", {common.Options.Project ?? "all projects"}, built with "
                + "DeterministicSourcePaths and without the commit. Its packages and nine built checkouts are on the volume: the donor, "
                + "and eight that `dotnet cow worktree` made. Builds share a compiler server, as a developer's do. cp clones by itself "
                + "since coreutils 9.0.",
            "MB of its own: what all files of the volume use after the build, by their extents, less what they used before the checkout. "
                + "btrfs keeps small files in its own records, which no two files share.");
    }

    private async Task<IEnumerable<Way>> MeasureAsync()
    {
        await (common.Options.Repository is { } repository
            ? Shell.RequireAsync("git", ["clone", "-q", repository, _main], cancel)
            : CommitSampleAsync());
        AddFiles(Path.Combine(_main, "more"), common.Options.Files ?? 0, BytesOfASource);
        await CommitAsync();
        await GitAsync("tag", Donors);
        await GitAsync("worktree", "add", "-q", "--detach", _donor);
        await BuildAsync(_donor);
        string obj = Directory.EnumerateDirectories(_donor, "obj", SearchOption.AllDirectories).Order(StringComparer.Ordinal).First();
        AddFiles(obj, (common.Options.Gigabytes ?? 0) * OutputsOfAGigabyte, BytesOfAnOutput);
        await CommitMoreAsync();
        double saved = await SecondsAsync(() => CowAsync(_donor, null, "save", _saved));
        Dictionary<string, double> second = await MeasureAsync(CowWorktree);
        for (int i = 2; i <= Earlier; i++)
        {
            string path = Path.Combine(volume.Folder, $"{i}");
            await MakeAsync(CowWorktree, path);
            _made.Clear();
            await BuildAsync(path);
        }

        var found = await Rounds.RunAsync([.. Ways], common.Options.Rounds, (way, _) => MeasureAsync(way));
        return
        [
            .. Ways.Select(way => new Way(volume.FileSystem, way, found[way], found[Worktree])),
            new Way(volume.FileSystem, "the second by dotnet cow worktree", [second], found[Worktree]),
            new Way(
                volume.FileSystem, "dotnet cow save, and its file",
                [Values(saved, 0, saved, new FileInfo(_saved).Length, 0)], found[Worktree]),
        ];
    }

    private async Task<Dictionary<string, double>> MeasureAsync(string way)
    {
        volume.WriteBack();
        long used = UsedBytes();
        var clock = Stopwatch.StartNew();
        double warm = await MakeAsync(way, _new);
        double made = clock.Elapsed.TotalSeconds;
        string[] toBuild = way == Nothing ? [_donor] : [.. _made];
        int compilations = (await Task.WhenAll(toBuild.Select(BuildAsync))).Sum(build => build.Compilations);
        double both = clock.Elapsed.TotalSeconds;
        volume.WriteBack();
        Dictionary<string, double> values = Values(made, warm, both, UsedBytes() - used, compilations);
        Console.WriteLine($"{volume.FileSystem}, {way}: {string.Join(", ", values.Select(one => $"{one.Key} {one.Value:0.00}"))}");
        _made.ForEach(BenchVolumes.Delete);
        _made.Clear();
        await GitAsync("worktree", "prune");
        return values;
    }

    private static Dictionary<string, double> Values(double made, double warm, double both, long bytes, int compilations) => new()
    {
        ["made"] = made, ["warm"] = warm, ["built"] = both - made, ["both"] = both, ["megabytes"] = bytes / 1e6,
        ["compilations"] = compilations,
    };

    private async Task CommitSampleAsync()
    {
        SampleRepository.Create(RepositoryRoot.Sample("DeepGraph"), _main, PackedPackage.Feed, PackedPackage.VersionOf("CopyOnWrite.Sdk"));
        await SampleRepository.CommitAsync(_main, cancel);
    }

    /// <summary>More files that no compiler reads.</summary>
    private static void AddFiles(string folder, int count, int length)
    {
        var random = new Random(1);
        byte[] content = new byte[count > 0 ? length : 0];
        for (int i = 0; i < count; i++)
        {
            random.NextBytes(content);
            string below = Directory.CreateDirectory(Path.Combine(folder, $"{i / FilesInAFolder}")).FullName;
            File.WriteAllBytes(Path.Combine(below, $"{i}.bytes"), content);
        }
    }

    /// <summary>Commits after the donor's, each with a change of one source.</summary>
    private async Task CommitMoreAsync()
    {
        string[] sources =
        [
            .. Directory.EnumerateFiles(_main, "*.cs", SearchOption.AllDirectories)
                .Where(file => !Regex.IsMatch(file, @"[/\\](bin|obj)[/\\]")).Order(StringComparer.Ordinal),
        ];
        new Random(1).Shuffle(sources);
        for (int i = 1; i <= s_behind[^1]; i++)
        {
            await File.AppendAllTextAsync(sources[i % sources.Length], $"{Environment.NewLine}// {i}{Environment.NewLine}", cancel);
            await CommitAsync();
            if (s_behind.Contains(i))
            {
                await GitAsync("tag", $"{Donors}-{i}");
            }
        }
    }

    private async Task CommitAsync()
    {
        await GitAsync("add", ".");
        await GitAsync("-c", "user.name=bench", "-c", "user.email=bench@example.org", "commit", "-q", "--allow-empty", "-m", "more");
    }

    private static async Task<double> SecondsAsync(Func<Task> action)
    {
        var clock = Stopwatch.StartNew();
        await action();
        return clock.Elapsed.TotalSeconds;
    }

    /// <summary>Gives the seconds of `dotnet cow warm` or `restore`, if one was run.</summary>
    private async Task<double> MakeAsync(string way, string path)
    {
        string[] all = way is Eight or EightCow ? [path, .. Enumerable.Range(2, Earlier - 1).Select(i => $"{path}-{i}")] : [path];
        _made.AddRange(way == Nothing ? [] : all);
        switch (way)
        {
            case Nothing:
                return 0;
            case GitClone or Restore:
                await GitAsync("clone", "-q", _main, path);
                await Shell.RequireAsync("git", ["-C", path, "checkout", "-q", "--detach", Donors], cancel);
                return way == Restore ? await SecondsAsync(() => CowAsync(path, null, "restore", _saved)) : 0;
            case Cp:
                await Shell.RequireAsync("cp", ["-a", _donor, path], cancel);
                return 0;
            case Cow:
                // A linked worktree's git file is the donor's.
                await CowAsync(_main, null, "clone", _donor, path, "--leave-out", ".git");
                return 0;
            case CowWorktree or EightCow or Other:
                await Task.WhenAll(all.Select(one => CowAsync(
                    _main, way == Other ? common.Options.Tool : null, "worktree", "--detach", one, Donors, "--from", _donor)));
                return 0;
            default:
                string commit = way.StartsWith(Behind, StringComparison.Ordinal) ? $"{Donors}-{way[Behind.Length..]}" : Donors;
                foreach (string one in all)
                {
                    await GitAsync("worktree", "add", "-q", "--detach", one, commit);
                }

                return way is Worktree or Eight ? 0 : await SecondsAsync(() => CowAsync(path, null, "warm", "--from", _donor));
        }
    }

    private async Task CowAsync(string folder, string? tool, params string[] arguments) => (await DotNet.RunAsync(
        folder, [tool ?? RepositoryRoot.Built("CopyOnWrite.Tool", "dotnet-cow"), .. arguments], _packages, cancellation: cancel))
            .ThrowIfFailed();

    private Task<DotNetResult> BuildAsync(string folder)
    {
        string[] project = common.Options.Project is { } one ? [one] : [];
        return SampleRepository.BuildAsync(folder, ["build", .. project], _packages, server, cancel);
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
