namespace CopyOnWrite.Sdk.Tests;

/// <summary>
/// Faults of the built-in that users report, each shown with the built-in and gone with ours. Numbers are dotnet/msbuild's. Were the
/// built-in fixed one day, its half of a test would fail and could go.
/// </summary>
[TestClass]
[DoNotParallelize] // Two processes race, and both have to be running.
public sealed partial class MendedTests(TestContext context) : OnBtrfs
{
    // Less than the half second for which a missing source is waited for. A source that was missing for longer proves nothing either way.
    private static readonly TimeSpan s_waitedFor = TimeSpan.FromMilliseconds(400);
    private const int MostAttempts = 20;

    /// <summary>#14134</summary>
    [TestMethod]
    public void AReaderNeverFindsAReplacedDestinationMissingEmptyOrPartial()
    {
        Repo repo = Repo.New(_volume);
        string[] contents = [new string('a', 200_000), new string('b', 300_000)];
        repo.Write("0.txt", contents[0]);
        repo.Write("1.txt", contents[1]);
        WriteCopies(repo, 10_000, "%(N.Source).txt", "out/x.txt");

        int builtIn = WrongReads(repo, contents, Repo.BuiltIn);
        int ours = WrongReads(repo, contents);

        context.WriteLine($"Wrong reads: built-in {builtIn}, ours {ours}.");
        Assert.AreEqual(0, ours);
        Assert.IsGreaterThan(0, builtIn, "The built-in showed no fault: the readers saw too little for the test to mean anything.");
    }

    /// <summary>#8684</summary>
    [TestMethod]
    public void AFileCopiedOntoItselfThroughALinkedFolderIsNotLost()
    {
        Repo repo = Repo.New(_volume);
        repo.WriteCopies("""<Copy SourceFiles="real/a.txt" DestinationFiles="alias/a.txt" Retries="0" />""");
        Directory.CreateSymbolicLink(repo.PathOf("alias"), Directory.CreateDirectory(repo.PathOf("real")).FullName);

        repo.Write("real/a.txt", "content");
        repo.BuildCopies(Repo.BuiltIn).Failed();
        Assert.IsFalse(File.Exists(repo.PathOf("real/a.txt")), "The built-in kept the source.");

        repo.Write("real/a.txt", "content");
        repo.BuildCopies().Succeeded().WithoutWarnings().WithOurCopy();
        Assert.AreEqual("content", File.ReadAllText(repo.PathOf("real/a.txt")));
    }

    /// <summary>#14956</summary>
    [TestMethod]
    [OSCondition(OperatingSystems.Linux)]
    public void ADestinationThatCannotBeRemovedIsNotWrittenThroughIntoItsHardLinks()
    {
        Repo repo = Repo.New(_volume);
        repo.Write("new.txt", "new");
        repo.WriteCopies("""<Copy SourceFiles="new.txt" DestinationFiles="out/a.txt" Retries="0" />""");
        string cached = repo.Write("cache/a.txt", "as cached");
        Directory.CreateDirectory(repo.PathOf("out"));
        Command.OutputOf("ln", cached, repo.PathOf("out/a.txt"));
        using var _ = new Immutable(repo.PathOf("out"));

        repo.BuildCopies().Failed("MSB3021").WithOurCopy();
        Assert.AreEqual("as cached", File.ReadAllText(cached));

        repo.BuildCopies(Repo.BuiltIn).Succeeded();
        Assert.AreEqual("new", File.ReadAllText(cached), "The built-in left the other name's content alone.");
    }

    /// <summary>#13599, in memory; again if the replacing was held up for longer than a source is waited for: half a second.</summary>
    [TestMethod]
    public void ASourceThatIsBeingReplacedIsWaitedFor()
    {
        using VolumeUnderTest memory = VolumeUnderTest.Require("tmpfs");
        Repo repo = Repo.New(memory);
        WriteCopies(repo, 500, "source.txt", "out/%(N.Identity).txt");

        (RepoBuild builtIn, _) = WhileReplaced(repo, () => repo.BuildCopies(Repo.BuiltIn));
        (RepoBuild ours, TimeSpan missing) = (builtIn, TimeSpan.MaxValue);
        for (int attempt = 0; attempt < MostAttempts && missing > s_waitedFor; attempt++)
        {
            Directory.Delete(repo.PathOf("out"), recursive: true);
            (ours, missing) = WhileReplaced(repo, () => repo.BuildCopies().WithOurCopy());
        }

        context.WriteLine(
            $"Of 500 copies failed: built-in {builtIn.Log.Warnings.Count}, ours {ours.Log.Warnings.Count}; the source was missing for at "
            + $"most {missing.TotalMilliseconds:0} ms.");
        ours.WithoutWarnings();
        Assert.IsGreaterThan(0, ours.Log.CopyCalls.Sum(call => call.Record!.Waited), "No record has a source that was waited for.");
        Assert.IsNotEmpty(builtIn.Log.Warnings, "The built-in showed no fault.");
    }

    /// <summary>The build, and for how long its source was missing at most.</summary>
    private static (RepoBuild Build, TimeSpan Missing) WhileReplaced(Repo repo, Func<RepoBuild> build)
    {
        using var stop = new CancellationTokenSource();
        string source = repo.Write("source.txt", "content");
        TimeSpan longest = TimeSpan.Zero;
        Task replacing = Task.Run(() =>
        {
            while (!stop.IsCancellationRequested)
            {
                string next = repo.Write("next.txt", "content");
                var missing = Stopwatch.StartNew();
                File.Delete(source);
                Thread.Sleep(1);
                File.Move(next, source);
                longest = missing.Elapsed > longest ? missing.Elapsed : longest;
                Thread.Sleep(1);
            }
        });
        RepoBuild result = build();
        stop.Cancel();
        replacing.Wait();
        return (result, longest);
    }

    private static int WrongReads(Repo repo, string[] contents, params string[] arguments)
    {
        using var stop = new CancellationTokenSource();
        string path = repo.Write("out/x.txt", contents[0]);
        Task<int>[] readers = [.. Enumerable.Range(0, 2).Select(_ => Task.Run(() =>
        {
            int wrong = 0;
            while (!stop.IsCancellationRequested)
            {
                // Reads without .NET's lock, like other programs.
                int file = open(path, 0);
                if (file < 0)
                {
                    wrong++;
                    continue;
                }

                using var reader = new StreamReader(new FileStream(new SafeFileHandle(file, ownsHandle: true), FileAccess.Read));
                string read = reader.ReadToEnd();
                wrong += contents.Contains(read) ? 0 : 1;
            }

            return wrong;
        }))];
        repo.BuildCopies(arguments).Succeeded();
        stop.Cancel();
        return readers.Sum(r => r.Result);
    }

    [LibraryImport("libc", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int open(string path, int flags);

    // A call for each, as in a build of many projects.
    private static void WriteCopies(Repo repo, int count, string source, string destination) => repo.WriteCopies(
        $"""<Copy SourceFiles="{source}" DestinationFiles="{destination}" ContinueOnError="true" Condition="'%(N.Identity)' != ''" />""",
        string.Concat(Enumerable.Range(0, count).Select(i => $"<N Include=\"{i}\" Source=\"{i % 2}\" />")));
}
