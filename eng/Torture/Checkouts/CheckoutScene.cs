namespace CopyOnWrite.Torture.Checkouts;

/// <summary>A donor, a checkout that is made of it in one way, then edits and builds in both. All is chosen by the seed.</summary>
internal sealed class CheckoutScene
{
    private const int MostShown = 5;

    private readonly Random _random;
    private readonly string _tool;
    private readonly string _folder;
    private readonly string _elsewhere;
    private readonly int _seed;
    private readonly int _way;
    private readonly Checkout _donor;
    private readonly string _commit;

    internal CheckoutScene(Ground ground, string tool, IReadOnlyDictionary<string, string?> variables, int seed)
    {
        (_tool, _seed, _way, _random) = (tool, seed, seed % CheckoutMaker.Ways, new Random(seed));
        TestVolume[] volumes = [.. Places.All.Select(places => places.Sources).Where(volume => volume != TestVolumes.Tmpfs).Distinct()];
        int volume = seed / CheckoutMaker.Ways % volumes.Length;
        Volume = volumes[volume];
        string name = $"{(Some(3) ? "wörk & play" : "checkouts")}-{seed}";
        _folder = Path.Combine(ground.FolderOn(Volume), name);
        _elsewhere = Path.Combine(ground.FolderOn(volumes[(volume + 1) % volumes.Length]), name);
        _donor = new Checkout(Path.Combine(_folder, "donor"), variables);
        _commit = Some(3) ? SampleSolution.Branch : Some(2) ? Edit.Either(_random, [.. SampleSolution.OfOneFile.Keys]) : "main";
    }

    internal string Way => CheckoutMaker.NameOf(_way);

    internal TestVolume Volume { get; }

    public override string ToString() => $"--seed {_seed} --points 1: {Way}, {Volume.Name}, {_commit}";

    /// <param name="isSmall">With few projects and one edited build.</param>
    internal Counts Play(bool isSmall)
    {
        try
        {
            int named = SampleSolution.Write(_donor, Path.Combine(_folder, "feed"), _random, isSmall);
            _donor.Build().Result.ThrowIfFailed();
            if (Some(3))
            {
                _donor.Build("-c", "Release");
            }

            bool isDirty = Way.EndsWith("dirty donor", StringComparison.Ordinal);
            Step? uncommitted = isDirty || Some(3) ? new Step(isDirty ? 3 : 1, _random, ofSources: true) : null;
            uncommitted?.Edit(_donor);
            if (Some(2))
            {
                _donor.Build();
            }

            int[] later = isSmall || Some(2) ? [2] : [2, 3];
            return Play(
                [
                    new Step(Some(2) ? 0 : 1 + _random.Next(2), _random),
                    .. later.Select(edits => new Step(edits, _random, isOfAll: false)),
                ],
                uncommitted,
                named);
        }
        catch (InvalidOperationException e)
        {
            return Counts.Fault($"{this}: {e.Message}");
        }
        finally
        {
            File.Delete(_folder + "-link");
            foreach (string folder in new[] { _folder, _elsewhere }.Where(Directory.Exists))
            {
                Directory.Delete(folder, recursive: true);
            }
        }
    }

    /// <param name="named">Compilations of projects whose outputs name the donor.</param>
    private Counts Play(Step[] steps, Step? uncommitted, int named)
    {
        var maker = new CheckoutMaker(_tool, _donor, _commit, _elsewhere, _random);
        Checkout made = maker.Make(_way);
        string[] came = [.. made.NamedBeforeABuild(maker.Others)];
        for (int i = 0; i < steps.Length; i++)
        {
            steps[i].BuildIn(made, maker, isFirst: i == 0);
        }

        IEnumerable<string> touched = maker.Before.Differences(_donor.Snapshot(), MtimeComparison.Exact);
        Counts sum = Counts.Judge(
            $"{this}: the donor's files, and what came along", [.. touched.Take(MostShown), .. maker.Faults.Take(MostShown)],
            [.. came.Take(MostShown)], null, met: true);
        bool isClone = Way.StartsWith("clone", StringComparison.Ordinal);
        if (!isClone)
        {
            _donor.Git("fetch", "-q", made.Folder, "HEAD");
            _donor.Git("switch", "-q", "-f", "--detach", "FETCH_HEAD");
            _donor.Git("clean", "-q", "-f", "-d");
            maker.NotCommitted(_donor);
            KeepTimes(maker.Before);
        }

        // A new checkout compiles what MSBuild misses in the donor: that it lacks a file. Inside of the donor all compile, as its
        // .globalconfig counts there, too.
        int? more = uncommitted is null && _commit == "main"
            && Regex.IsMatch(Way, "beside|at once|hook|prunes|restore|volume|warm$|loads") ? named : null;
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

    /// <summary>
    /// Git writes a file with the same content again where its time is not the index's. All that imports it would compile in the donor
    /// alone, so that what MSBuild misses in both would count as wrong.
    /// </summary>
    private void KeepTimes(TreeSnapshot before)
    {
        foreach (TreeEntry now in _donor.Snapshot(Checkout.IsSource).Entries.Values.Where(entry => entry.Kind == TreeEntryKind.File))
        {
            if (before.Entries.TryGetValue(now.Path, out TreeEntry? then) && then.Sha256 == now.Sha256)
            {
                File.SetLastWriteTimeUtc(_donor.PathOf(now.Path), DateTime.UnixEpoch.AddTicks(then.ModifiedNanoseconds / 100));
            }
        }
    }

    private bool Some(int oneOf) => _random.Next(oneOf) == 0;
}
