namespace CopyOnWrite.Torture;

/// <summary><c>torture</c>: runs campaigns, and ends with a table of all, in Markdown. Exit code 1 where the product is at fault.</summary>
internal static class TortureCommand
{
    private static readonly Campaign[] s_campaigns =
    [
        new("crash", "A kill before each system call that changes something, then a build", CrashPoints.Run),
        new("moments", "A kill at moments spread over the copying of a long file, also within a system call, then a build", Moments.Run),
        new("errors", "Every error of every system call", Errors.Run),
        new("globs", "Files are found, and copied, while others replace them (points are rounds and builds)", Globs.Run),
        new("places", "Two builds in folders that refuse to rename, to delete and the like (points are files)", RefusingPlaces.Run),
        new("locks", "Hundreds of files by all threads of one build or two, where locks prove nothing (points are files)", Locks.Run),
        new("users", "Another user plants links, pipes, folders and files at every name, before the build and during it", Users.Run),
        new("builds", "Builds in every mode, at once, and with a cache that is deleted meanwhile", Builds.Run),
        new("checkouts", "A built checkout at a new path, then edits and builds there, in the donor and from scratch", BuiltCheckouts.Run),
        new("power", "The power fails at each flush of the disk, then a build", PowerFailures.Run),
    ];

    internal static int Run(string[] args)
    {
        var minutes = new Option<int>("--minutes") { Description = "The most for each campaign.", DefaultValueFactory = _ => 24 * 60 };
        var seed = new Option<int>("--seed") { Description = "Chooses the points of --points.", DefaultValueFactory = _ => 1 };
        var points = new Option<int?>("--points") { Description = "The most points of a campaign; all without it." };
        var only = new Option<string?>("--only") { Description = "One campaign." };
        only.AcceptOnlyFromAmong([.. s_campaigns.Select(campaign => campaign.Name)]);
        var command = new RootCommand("Kills, errors, other users and useless locks, with the packed product.")
        {
            minutes, seed, points, only,
        };
        command.SetAction(arguments => Run(
            [.. s_campaigns.Where(campaign => arguments.GetValue(only) is not { } name || name == campaign.Name)],
            new Effort(arguments.GetValue(points), arguments.GetValue(seed), default),
            TimeSpan.FromMinutes(arguments.GetValue(minutes))));
        return command.Parse(args).Invoke();
    }

    private static int Run(Campaign[] campaigns, Effort effort, TimeSpan time)
    {
        if (!OperatingSystem.IsLinux() || Places.All.Count == 0)
        {
            Console.Error.WriteLine("This needs Linux and volumes: export $(eng/volumes.sh env) after eng/volumes.sh up.");
            return 3;
        }

        var lines = new List<string>();
        var results = new List<(string Campaign, Result Result)>();
        bool cutShort = false;
        foreach (Campaign campaign in campaigns)
        {
            Console.WriteLine($"{campaign.Name}: {campaign.What}");
            using var ground = new Ground(effort with { Until = DateTime.UtcNow + time }, Console.Out);
            Result result = campaign.Run(ground);
            cutShort |= ground.Effort.IsOver;
            results.Add((campaign.Name, result));
            lines.AddRange(Table(campaign.What, result));
        }

        lines.Add(
            $"{DateTime.UtcNow:yyyy-MM-dd}, {Machine.Current.Describe()}, {Machine.Current.Runtime}, strace, seed {effort.Seed}, "
            + $"{(effort.Points is { } n ? $"{n} points" : "all points")}"
            + $"{(cutShort ? $", as far as {time.TotalMinutes} minutes for each campaign went" : string.Empty)}.");
        Console.WriteLine();
        Console.WriteLine(string.Join(Environment.NewLine, lines));
        var verdict = Verdict.Of(results);
        Console.WriteLine(verdict.Text);
        return verdict.IsWell ? 0 : 1;
    }

    /// <summary>The table for docs/design/reliability.md.</summary>
    private static IEnumerable<string> Table(string what, Result result) =>
    [
        $"### {what}",
        string.Empty,
        .. ResultFile.Table(
            [
                "task", "volumes", "points", "wrong files", "left over", "failed", "not met",
                "built-in: points", "wrong files", "left over", "failed",
            ],
            result.Rows.Select(row => (string[])
            [
                row.What, row.Where, .. Cells(row.Ours), $"{row.Ours.Missed}", .. row.BuiltIn is { } b ? Cells(b) : ["-", "-", "-", "-"],
            ])),
    ];

    private static string[] Cells(Counts counts) => [$"{counts.Points}", $"{counts.Wrong}", $"{counts.Left}", $"{counts.Failed}"];

    /// <summary>One way to torture the product: a file in Campaigns/ and a line above.</summary>
    /// <param name="Name">For <c>--only</c>.</param>
    /// <param name="What">What a point is, and what is checked after it: a heading of the page.</param>
    private sealed record Campaign(string Name, string What, Func<Ground, Result> Run);
}
