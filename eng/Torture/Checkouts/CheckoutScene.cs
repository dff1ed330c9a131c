namespace CopyOnWrite.Torture.Checkouts;

/// <summary>A donor, a checkout that is made of it in one way, then edits and builds in both. All is chosen by the seed.</summary>
internal sealed class CheckoutScene
{
    private const int Kills = 3;
    private const int MostShown = 5;

    /// <summary>About the time of the command.</summary>
    private const int Milliseconds = 1500;

    private const string WhileBuilt = "worktree while the donor is built";

    private static readonly (string Name, Func<CheckoutScene, Checkout> Make)[] s_ways =
    [
        ("worktree beside", scene => scene.Worktree("donor-2")),
        ("worktree inside", scene => scene.Worktree("donor/.claude/worktrees/x")),
        ("clone", scene => scene.Clone(scene._donor, "clone")),
        ("worktree of a worktree", scene => scene.Worktree("second", scene.Worktree("first"))),
        ("clone of a clone", scene => scene.Clone(scene.Clone(scene._donor, "first"), "second")),
        ("two worktrees at once", scene => scene.TwoAtOnce()),
        (WhileBuilt, scene => scene.MakeWhileTheDonorIsBuilt()),
        ("worktree that an IDE loads first", scene => scene.Worktree("loaded").BuiltForAnIde()),
        ("worktree after kills", scene => scene.MakeAfterKills()),
    ];

    private readonly Random _random;
    private readonly string _tool;
    private readonly string _folder;
    private readonly IReadOnlyDictionary<string, string?> _variables;
    private readonly int _seed;
    private readonly Checkout _donor;
    private readonly string _commit;
    private readonly Func<CheckoutScene, Checkout> _make;

    /// <summary>What the checkout is made of, or beside.</summary>
    private readonly List<Checkout> _others;
    private TreeSnapshot _before = null!;

    internal CheckoutScene(Ground ground, string tool, IReadOnlyDictionary<string, string?> variables, int seed)
    {
        (_tool, _variables, _seed, _random) = (tool, variables, seed, new Random(seed));
        (Way, _make) = s_ways[seed % s_ways.Length];
        TestVolume[] volumes = [.. Places.All.Select(places => places.Sources).Where(volume => volume != TestVolumes.Tmpfs).Distinct()];
        Volume = volumes[seed / s_ways.Length % volumes.Length];
        _folder = Path.Combine(ground.FolderOn(Volume), $"{(Some(3) ? "wörk & play" : "checkouts")}-{seed}");
        _donor = At("donor");
        _others = [_donor];
        _commit = Some(3) ? SampleSolution.Branch : "main";
    }

    internal string Way { get; }

    internal TestVolume Volume { get; }

    public override string ToString() => $"--seed {_seed} --points 1: {Way}, {Volume.Name}, {_commit}";

    /// <param name="isSmall">With few projects and one edited build.</param>
    internal Counts Play(bool isSmall)
    {
        try
        {
            bool isNamed = SampleSolution.Write(_donor, Path.Combine(_folder, "feed"), _random, isSmall);
            _donor.Build().Result.ThrowIfFailed();
            if (Some(3))
            {
                _donor.Build("-c", "Release");
            }

            Step? uncommitted = Some(3) ? new Step(1, _random, ofSources: true) : null;
            uncommitted?.Edit(_donor);
            if (Some(2))
            {
                _donor.Build();
            }

            int[] later = isSmall ? [2] : [2, 3];
            return Play(
                [
                    new Step(Some(2) ? 0 : 1 + _random.Next(2), _random),
                    .. later.Select(edits => new Step(edits, _random, isOfAll: false)),
                ],
                uncommitted,
                isNamed ? 1 : 0);
        }
        catch (InvalidOperationException e)
        {
            return Counts.Fault($"{this}: {e.Message}");
        }
        finally
        {
            Directory.Delete(_folder, recursive: true);
        }
    }

    /// <param name="named">Compilations of projects whose outputs name the donor.</param>
    private Counts Play(Step[] steps, Step? uncommitted, int named)
    {
        _before = _donor.Snapshot();
        Checkout made = _make(this);
        Array.ForEach(steps, step => step.BuildIn(made, _others));
        IEnumerable<string> touched = _before.Differences(_donor.Snapshot(), MtimeComparison.Exact);
        Counts sum = Counts.Judge($"{this}: the donor's files", [.. touched.Take(MostShown)], [], null, met: true);
        bool isClone = Way.StartsWith("clone", StringComparison.Ordinal);
        if (!isClone)
        {
            _donor.Git("switch", "-q", "-f", "--detach", _commit);
            _donor.Git("clean", "-q", "-f", "-d");
        }

        // A worktree compiles what MSBuild misses in the donor: that it lacks a file.
        int? more = uncommitted is null && _commit == "main" && Way != WhileBuilt ? named : null;
        bool mayMiss = isClone;
        string what = $"{this}, not committed: {uncommitted}";
        foreach (Step step in steps)
        {
            what += $"\n      {step}";
            mayMiss |= step.IsEdited;
            sum = Counts.Add(sum, step.Judge(what, _donor, more, mayMiss));
        }

        return sum;
    }

    private bool Some(int oneOf) => _random.Next(oneOf) == 0;

    private Checkout At(string name) => new(Path.Combine(_folder, name), _variables);

    private Checkout Worktree(string name, Checkout? of = null)
    {
        Checkout made = At(name);
        Cow(of ?? _donor, default, "worktree", made.Folder, "--detach", _commit).ThrowIfFailed();
        _others.AddRange(of is null ? [] : [of]);
        return made;
    }

    private Checkout Clone(Checkout of, string name)
    {
        Checkout made = At(name);
        Cow(of, default, "clone", of.Folder, made.Folder).ThrowIfFailed();
        _others.AddRange(of == _donor ? [] : [of]);
        return made;
    }

    private Checkout TwoAtOnce()
    {
        Task<Checkout> other = Task.Run(() => Worktree("other"));
        Checkout made = Worktree("one");
        _others.Add(other.GetAwaiter().GetResult());
        return made;
    }

    private Checkout MakeWhileTheDonorIsBuilt()
    {
        using var ended = new CancellationTokenSource();
        var random = new Random(_seed);
        var work = Task.Run(() =>
        {
            while (!ended.IsCancellationRequested)
            {
                new Step(1, random, ofSources: true).Edit(_donor);
                _donor.Build();
            }
        });
        Thread.Sleep(_random.Next(4 * Milliseconds));
        try
        {
            return Worktree("worktree");
        }
        finally
        {
            ended.Cancel();
            work.Wait();
            _before = _donor.Snapshot();
        }
    }

    /// <summary>A worktree that has its name is whole, also if the command was killed then.</summary>
    private Checkout MakeAfterKills()
    {
        const string Name = "killed";
        Checkout made = At(Name);
        for (int i = 0; i < Kills; i++)
        {
            using var kill = new CancellationTokenSource(_random.Next(Milliseconds));
            try
            {
                Cow(_donor, kill.Token, "worktree", made.Folder, "--detach", _commit).ThrowIfFailed();
            }
            catch (OperationCanceledException)
            {
                // As intended.
            }

            if (File.Exists(made.PathOf(SampleSolution.File)))
            {
                return made;
            }

            // As `git worktree add` leaves them when it is killed.
            foreach (string left in new[] { made.Folder, _donor.PathOf($".git/worktrees/{Name}") }.Where(Directory.Exists))
            {
                Directory.Delete(left, recursive: true);
            }
        }

        return Worktree(Name);
    }

    private DotNetResult Cow(Checkout from, CancellationToken kill, params string[] arguments) =>
        DotNet.Run(from.Folder, [_tool, .. arguments], variables: _variables, cancellation: kill);
}
