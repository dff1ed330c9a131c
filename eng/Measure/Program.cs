namespace CopyOnWrite.Measure;

/// <summary><c>./build.sh measure FOLDER</c>: exit code 0 if nothing failed, else 1; 2 if the folder cannot be measured.</summary>
internal static class Program
{
    /// <summary>Runs until its input ends, as a program that is replaced meanwhile.</summary>
    internal const string Sleep = "--sleep";

    private static Task<int> Main(string[] args)
    {
        if (args is [Sleep])
        {
            Console.WriteLine("running");
            Console.In.ReadToEnd();
            return Task.FromResult(0);
        }

        return MeasureAsync(args);
    }

    private static Task<int> MeasureAsync(string[] args)
    {
        var folder = new Argument<string>("folder") { Description = "On the volume to measure, such as D:\\." };
        var repository = new Option<string?>("--repository") { Description = "A repository to measure, too; copies of it are built." };
        var rounds = new Option<int>("--rounds") { Description = "Timed builds of each kind.", DefaultValueFactory = _ => 7 };
        var dismount = new Option<bool>("--dismount") { Description = "Also dismounts the volume, closing what programs have open there." };
        var restart = new Option<bool>("--after-restart") { Description = "Only writes files; called again after a restart, reads them." };
        var filesOnly = new Option<bool>("--files-only") { Description = "No builds." };
        var command = new RootCommand("Measures what CopyOnWrite.Sdk does on a volume: a line for each claim, and a zip to send.")
        {
            folder, repository, rounds, dismount, restart, filesOnly,
        };
        command.SetAction((given, cancel) => RunAsync(
            PathOf(given.GetValue(folder)!), given.GetValue(repository) is { } path ? PathOf(path) : null, given.GetValue(rounds),
            given.GetValue(dismount), given.GetValue(restart), given.GetValue(filesOnly), cancel));

        // After Ctrl+C what was made is deleted.
        return command.Parse(args).InvokeAsync(new InvocationConfiguration { ProcessTerminationTimeout = TimeSpan.FromMinutes(1) });
    }

    // "D:\" in quotes is D:", and D: alone the current folder there.
    private static string PathOf(string given) =>
        given.Trim('"') is [_, ':'] drive ? drive + '\\' : Path.TrimEndingDirectorySeparator(given.Trim('"'));

    private static async Task<int> RunAsync(
        string volume, string? repository, int rounds, bool dismounts, bool restarts, bool filesOnly, CancellationToken cancel)
    {
        if (new[] { volume, repository }
            .FirstOrDefault(path => path is not null && !(Path.IsPathFullyQualified(path) && Directory.Exists(path))) is { } missing)
        {
            await Console.Error.WriteLineAsync($"{missing} is not the full path of a folder.");
            return 2;
        }

        string folder = Path.Combine(volume, $"cow-measure-{Environment.ProcessId}");
        var results = new Results(volume, repository);
        var clock = Stopwatch.StartNew();
        try
        {
            Directory.CreateDirectory(folder);
            foreach (string line in MachineFacts.Lines(folder))
            {
                results.Say(line);
            }

            if (restarts)
            {
                await FindAsync([new("after a restart", () => KeptFiles.AfterRestart(volume))]);
            }
            else
            {
                await FindAsync(new FilesOnVolume(folder).All());
                await FindAsync([new("after the volume was dismounted", () => dismounts
                    ? KeptFiles.AfterDismountAsync(volume, cancel) : Task.FromResult(Found.NotShown("add --dismount")))]);
                await FindAsync([new("after a restart", () => Found.NotShown("add --after-restart, before and after it"))]);
            }

            if (!filesOnly && !restarts)
            {
                string tool = RepositoryRoot.Built("CopyOnWrite.Tool", "dotnet-cow");
                using var checkouts = new CheckoutsOnVolume(folder, tool, cancel);
                await FindAsync(new BuildsOnVolume(folder, results.Folder, cancel).All());
                await FindAsync(checkouts.All());
                await FindAsync(new Times(folder, tool, results.Folder, rounds, cancel).All(repository));
            }
        }
        finally
        {
            await FindAsync([new("nothing is left on the volume", () => Left(folder))]);
        }

        results.Summarize();
        results.Say($"{clock.Elapsed.TotalMinutes:0.0} minutes.");
        string zip = await results.ZipAsync(await MachineFacts.TextAsync(volume, cancel), cancel);
        Console.WriteLine($"To send, as CONTRIBUTING.md says: {zip}");
        return results.HasFailed ? 1 : 0;

        async Task FindAsync(IEnumerable<Check> checks)
        {
            foreach (Check check in checks)
            {
                results.Add(check, await check.FindAsync(cancel));
            }
        }
    }

    private static Found Left(string folder)
    {
        BenchVolumes.Delete(folder);
        return Directory.Exists(folder) ? Found.Fail(folder) : Found.Pass("but for what --after-restart keeps until its second run");
    }
}
