namespace CopyOnWrite.Torture.Checkouts;

/// <summary>Makes a checkout of a donor in one way, by git and the packed tool.</summary>
/// <param name="commit">What the checkout has, unless more is committed in it.</param>
/// <param name="elsewhere">A folder on another volume.</param>
internal sealed class CheckoutMaker(string tool, Checkout donor, string commit, string elsewhere, Random random)
{
    private const int Kills = 3;

    /// <summary>About the time of the command.</summary>
    private const int Milliseconds = 1500;

    private static readonly (string Name, Func<CheckoutMaker, Checkout> Make)[] s_ways =
    [
        ("worktree beside", maker => maker.Worktree("donor-2")),
        ("worktree inside", maker => maker.Worktree("donor/.claude/worktrees/x")),
        ("clone", maker => maker.Clone(maker.Donor, "clone")),
        ("worktree of a worktree", maker => maker.Worktree("second", maker.Worktree("first"))),
        ("clone of a clone", maker => maker.Clone(maker.Clone(maker.Donor, "first"), "second")),
        ("two worktrees at once", maker => maker.AtOnce(2, maker.Worktree)),
        ("worktree while the donor is built", maker => maker.Meanwhile(maker.BuildTheDonor, () => maker.Worktree("new"))),
        ("worktree that an IDE loads first", maker => maker.Worktree("loaded").BuiltForAnIde()),
        ("worktree after kills", maker => maker.AfterKills(isWarm: false)),
        ("worktree while the donor is edited", maker => maker.Meanwhile(maker.EditTheDonor, () => maker.Worktree("new"))),
        ("worktree of a dirty donor", maker => maker.Worktree("new")),
        ("warm", maker => maker.Warm(maker.Plain("new"))),
        ("warm of a dirty donor", maker => maker.Warm(maker.Plain("new"))),
        ("warm inside", maker => maker.Warm(maker.Plain("donor/.claude/worktrees/x"))),
        ("warm after a restore", maker => maker.Warm(maker.Restored())),
        ("warm after commits and a rebase", maker => maker.Warm(maker.Rebased("new"))),
        ("warm of a dirty worktree", maker => maker.Warm(maker.Dirty())),
        ("warm of a sparse checkout", maker => maker.Warm(maker.Sparse())),
        ("warm of a git clone", maker => maker.Warm(maker.Plain("new", "clone", "-q", "-n"), "--from", maker.Donor.Folder)),
        ("warm on another volume", maker => maker.Warm(maker.Plain(Path.Combine(maker.Elsewhere, "new")))),
        ("warm --refresh of newer outputs", maker => maker.Refreshed(isDonorNewer: false)),
        ("warm --refresh of older outputs", maker => maker.Refreshed(isDonorNewer: true)),
        ("warm by a hook", maker => maker.ByAHook()),
        ("eight warm at once", maker => maker.AtOnce(8, name => maker.Warm(maker.Plain(name)))),
        ("warm while the donor is edited", maker => maker.WarmMeanwhile(maker.EditTheDonor)),
        ("warm while the donor is built", maker => maker.WarmMeanwhile(maker.BuildTheDonor)),
        ("warm while git prunes", maker => maker.WarmMeanwhile(_ => maker.Donor.Git("worktree", "prune"))),
        ("warm after kills", maker => maker.AfterKills(isWarm: true)),
    ];

    internal static int Ways => s_ways.Length;

    internal static string NameOf(int way) => s_ways[way].Name;

    internal Checkout Donor => donor;

    internal string Elsewhere => elsewhere;

    /// <summary>What the checkout is made of, or beside.</summary>
    internal List<Checkout> Others { get; } = [donor];

    /// <summary>The donor's files, before the command.</summary>
    internal TreeSnapshot Before { get; private set; } = donor.Snapshot();

    /// <summary>What was said of the checkout that was made; null where a command was killed.</summary>
    internal Forecast? Forecast { get; private set; }

    /// <summary>What the command did to the checkout, and may not.</summary>
    internal List<string> Faults { get; } = [];

    /// <summary>What was done to the checkout's sources and not committed, for the donor to have the same.</summary>
    internal Action<Checkout> NotCommitted { get; private set; } = _ => { };

    internal Checkout Make(int way) => s_ways[way].Make(this);

    private Checkout At(string name) => donor.Beside(name);

    private bool Some(int oneOf) => random.Next(oneOf) == 0;

    private Checkout Worktree(string name) => Worktree(name, donor);

    private Checkout Worktree(string name, Checkout of)
    {
        Checkout made = At(name);
        Forecast = Forecast.Of(Cow(of, default, "worktree", "--detach", Spelled(made), commit));
        Others.AddRange(of == donor ? [] : [of]);
        return Checked(made, []);
    }

    private Checkout Clone(Checkout of, string name)
    {
        Checkout made = At(name);
        Forecast = Forecast.Of(Cow(of, default, "clone", Spelled(of), Spelled(made)));
        Others.AddRange(of == donor ? [] : [of]);
        return made;
    }

    /// <summary>Makes a checkout by git alone.</summary>
    private Checkout Plain(string name, params string[] by)
    {
        Checkout made = At(name);
        donor.Git(by.Length > 0 ? [.. by, donor.Folder, made.Folder]
            : ["worktree", "add", "-q", "--detach", "--no-checkout", made.Folder]);
        made.Git("checkout", "-q", "--detach", by.Length > 0 && commit != "main" ? $"origin/{commit}" : commit);
        return made;
    }

    private Checkout Warm(Checkout made, params string[] arguments)
    {
        string[] before = made.Status();
        string[] from = Some(2) && arguments.Length == 0 ? ["--from", Spelled(donor)] : [];
        Forecast = Forecast.Of(Cow(made, default, ["warm", .. arguments, .. from]));
        return Checked(made, before);
    }

    private Checkout Checked(Checkout made, string[] before)
    {
        lock (Faults)
        {
            Faults.AddRange(made.Status().Except(before).Select(line => $"git status: {line}"));
        }

        return made;
    }

    private Checkout Restored()
    {
        Checkout made = Plain("new");
        made.Build("-t:Restore").Result.ThrowIfFailed();
        return made;
    }

    /// <summary>It had another commit, got one of its own, and then the one that it is to have below that.</summary>
    private Checkout Rebased(string name)
    {
        Checkout made = Plain(name);
        made.Git("switch", "-q", "--detach", SampleSolution.Branch);
        made.Git("switch", "-q", "--detach", commit);
        new Step(1 + random.Next(2), random, ofSources: true).Edit(made);
        made.Commit("--allow-empty");
        return made;
    }

    private Checkout Dirty()
    {
        Checkout made = Plain("new");
        var step = new Step(2, random, ofSources: true);
        step.Edit(made);
        NotCommitted = step.Edit;
        if (Some(2))
        {
            // As an archive or a tool that restores times leaves them: older than all outputs.
            made.Files("*").ToList().ForEach(one => File.SetLastWriteTimeUtc(made.PathOf(one), new(2020, 1, 1, 0, 0, 0, DateTimeKind.Utc)));
        }

        return made;
    }

    private Checkout Sparse()
    {
        NotCommitted = checkout =>
            checkout.Git("sparse-checkout", "set", "--no-cone", "/*", "!Core/Core.txt", "!Text/*.de.resx", "!Text/Gone.cs", "!notes/");
        Checkout made = Plain("new");
        NotCommitted(made);
        return made;
    }

    private Checkout Refreshed(bool isDonorNewer)
    {
        Checkout made = Plain("new");
        made.Git("switch", "-q", "--detach", Some(2) ? SampleSolution.Branch : "main");
        made.Build(Some(2) ? ["-c", "Release"] : []);
        made.Build();
        if (isDonorNewer)
        {
            donor.Build("-t:Rebuild");
            Before = donor.Snapshot();
        }

        made.Git("switch", "-q", "--detach", commit);
        if (Some(2))
        {
            new Step(1, random, ofSources: true).Edit(made);
            made.Commit("--allow-empty");
        }

        TreeSnapshot before = made.Snapshot();
        Cow(made, default, "warm").ThrowIfFailed();
        Faults.AddRange(before.Differences(made.Snapshot(), MtimeComparison.Exact).Take(3).Select(line => $"without --refresh: {line}"));
        return Warm(made, "--refresh");
    }

    /// <summary>git's environment names its folder and index, and it may hold locks.</summary>
    private Checkout ByAHook()
    {
        bool isOfCommit = Some(2);
        string hook = donor.PathOf($".git/hooks/post-{(isOfCommit ? "commit" : "checkout")}");
        string answer = donor.Folder + "-answer";
        Checkout made = isOfCommit ? Rebased("new") : At("new");
        File.WriteAllText(hook, $"#!/bin/sh\nexec '{ChildProcess.DotNetHost}' '{tool}' warm --json >'{answer}'\n");
        File.SetUnixFileMode(hook, (UnixFileMode)0b111_101_101);
        if (isOfCommit)
        {
            made.Commit("--allow-empty");
        }
        else
        {
            donor.Git("worktree", "add", "-q", "--detach", made.Folder, commit);
        }

        File.Delete(hook);
        Forecast = Forecast.Read(File.ReadAllText(answer));
        return Checked(made, []);
    }

    private Checkout AtOnce(int count, Func<string, Checkout> make)
    {
        var all = new Checkout[count];
        Parallel.For(0, count, new ParallelOptions { MaxDegreeOfParallelism = count }, i => all[i] = make($"of-{i}"));
        Others.AddRange(all[1..]);
        Forecast = null;
        return all[0];
    }

    private Checkout WarmMeanwhile(Action<Random> work)
    {
        Checkout made = Plain("new");
        return Meanwhile(work, () => Warm(made));
    }

    private Checkout Meanwhile(Action<Random> work, Func<Checkout> make)
    {
        using var ended = new CancellationTokenSource();
        var other = new Random(random.Next());
        var working = Task.Run(() =>
        {
            while (!ended.IsCancellationRequested)
            {
                work(other);
            }
        });
        Thread.Sleep(random.Next(Milliseconds));
        try
        {
            return make();
        }
        finally
        {
            ended.Cancel();
            working.Wait();
            Before = donor.Snapshot();
        }
    }

    private void BuildTheDonor(Random other)
    {
        new Step(1, other, ofSources: true).Edit(donor);
        donor.Build();
    }

    private void EditTheDonor(Random other)
    {
        try
        {
            new Step(1, other, ofSources: true).Edit(donor);
            donor.Write(Edit.Either(other, "App/New{0}.cs", "App/new{0}.txt", "notes/new{0}.txt", "Text/New{0}.resx", "Data/new{0}.json")
                .Replace("{0}", $"{other.Next()}", StringComparison.Ordinal), "<root />");
        }
        catch (IOException)
        {
            // .NET locks what it writes, and the tool may be reading it.
        }

        Thread.Sleep(other.Next(40));
    }

    /// <summary>What a killed command leaves is cold, or warm; a person makes git's part whole, and builds or warms again.</summary>
    private Checkout AfterKills(bool isWarm)
    {
        const string Name = "killed";
        Checkout made = isWarm ? Plain(Name) : At(Name);
        for (int i = 0; i < Kills; i++)
        {
            using var kill = new CancellationTokenSource(200 + random.Next(Milliseconds));
            try
            {
                Cow(isWarm ? made : donor, kill.Token, isWarm ? ["warm"] : ["worktree", made.Folder, "--detach", commit]).ThrowIfFailed();
            }
            catch (OperationCanceledException)
            {
                // As intended.
            }

            if (!isWarm && (!File.Exists(made.PathOf(".git"))
                || Programs.TryRun("git", "-C", made.Folder, "rev-parse", "-q", "--verify", "HEAD") is not null))
            {
                // As `git worktree add` leaves them when it is killed.
                foreach (string left in new[] { made.Folder, donor.PathOf($".git/worktrees/{Name}") }.Where(Directory.Exists))
                {
                    Directory.Delete(left, recursive: true);
                }

                continue;
            }

            File.Delete(donor.PathOf($".git/worktrees/{Name}/index.lock"));
            made.Git("reset", "-q", "--hard", commit);
            isWarm = true;
        }

        return !isWarm ? Worktree(Name) : Some(2) ? Warm(made) : made;
    }

    /// <summary>Gives the checkout's path, sometimes through a link.</summary>
    private string Spelled(Checkout one)
    {
        string folder = Path.GetDirectoryName(donor.Folder)!;
        string link = folder + "-link";
        if (!Some(4) || !one.Folder.StartsWith(folder + "/", StringComparison.Ordinal))
        {
            return one.Folder;
        }

        if (!Path.Exists(link))
        {
            File.CreateSymbolicLink(link, folder);
        }

        return link + one.Folder[folder.Length..];
    }

    /// <summary>Whether the report of a build names other projects than compiled.</summary>
    internal IEnumerable<string> MistakesOfReport(string log, Built built)
    {
        string answer = Cow(donor, default, "report", log, "--fail-on", "none").ThrowIfFailed().Output;
        using var json = JsonDocument.Parse(answer[answer.IndexOf('{', StringComparison.Ordinal)..(answer.LastIndexOf('}') + 1)]);
        HashSet<string> named = [.. json.RootElement.GetProperty("compiled").EnumerateArray()
            .Select(one => Path.GetFileName(one.GetProperty("project").GetString()!))];
        return named.SetEquals(built.Compiled) ? []
            : [$"the report names {string.Join(' ', named.Order())}; compiled were {string.Join(' ', built.Compiled.Distinct().Order())}"];
    }

    private DotNetResult Cow(Checkout from, CancellationToken kill, params string[] arguments) =>
        DotNet.Run(from.Folder, [tool, .. arguments, "--json"], variables: from.Variables, cancellation: kill);
}
