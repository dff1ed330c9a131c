namespace CopyOnWrite.Sdk.Tests;

/// <summary>
/// A gate by counts, not times: the files that two samples' builds copy, copied again by both tasks on each volume, new and then unchanged.
/// Ours clones at least as many, makes at most as many system calls for each file, and writes at most as many bytes. The calls that move
/// content are not counted: ours reads and writes 128 KiB at a time where the built-in has the kernel copy all at once (ReadWriteCopy).
/// </summary>
[TestClass]
public sealed class NeverMoreThanTheBuiltInTests(TestContext context)
{
    // With -y a descriptor has its path behind it.
    private static readonly Regex s_file = new(@"/(in|out)/(?<file>\d+)\.bin");

    // A file in the making has no name; its thread makes no other one meanwhile.
    private static readonly Regex s_unnamed = new(@"/out/#\d+|/out/"", [A-Z_|]*O_TMPFILE");
    private static readonly Regex s_clone = new(@"^ioctl\(.*FICLONE.* = 0$");
    private static readonly Regex s_content = new(@"^(read|pread64|write|pwrite64|sendfile|copy_file_range)\(");
    private static readonly Regex s_written = new(@"^(write|pwrite64|sendfile|copy_file_range)\(.* = (?<bytes>\d+)$");

    [TestMethod]
    public void OurTaskClonesNoFewerFilesAndMakesNoMoreSystemCallsAndBytesOnAnyVolume()
    {
        using VolumeUnderTest built = VolumeUnderTest.Require("btrfs");
        var sources = new List<string>();
        foreach (string sample in new[] { "Microservices", "Mixed" })
        {
            string[] copied = [.. Sources(Repo.FromSample(built, sample, withSdk: true).Build("build").Succeeded().WithOurCopy())];
            Assert.IsGreaterThan(50, copied.Length, $"Files that {sample}'s build copies.");
            sources.AddRange(copied);
        }

        foreach (string name in new[] { "btrfs", "xfs", "plain", "tmpfs" })
        {
            using VolumeUnderTest volume = VolumeUnderTest.Require(name);
            Repo repo = MakeRepo(volume, sources);
            Calls builtIn = Trace(repo, Repo.BuiltIn);
            Directory.Delete(repo.PathOf("out"), recursive: true);
            Calls ours = Trace(repo);

            string numbers = $"{sources.Count} files, {name}: built-in {builtIn}; ours {ours}";
            context.WriteLine(numbers);
            Assert.AreEqual(volume.Volume.Clones, builtIn.Clones > 0, numbers);
            Assert.HasCount(sources.Count, builtIn.OfFile, numbers);
            Assert.HasCount(sources.Count, ours.OfFile, numbers);
            Assert.IsGreaterThanOrEqualTo(builtIn.Clones, ours.Clones, numbers);
            Assert.IsLessThanOrEqualTo(builtIn.Bytes, ours.Bytes, numbers);
            string[] more = [.. ours.OfFile.Where(file => file.Value.Length > builtIn.OfFile[file.Key].Length)
                .Select(file => $"{sources[file.Key]}: {file.Value.Length}, built-in {builtIn.OfFile[file.Key].Length}\n"
                    + string.Join('\n', file.Value))];
            Assert.IsEmpty(more, $"{numbers}; more calls for {more.Length} files, the first:\n{more.FirstOrDefault()}");
        }
    }

    /// <summary>Each once: the services of Microservices copy the same 89 MB of package files.</summary>
    private static IEnumerable<string> Sources(RepoBuild build) => build.Log.CopyCalls
        .SelectMany(call => call.CopiedFiles)
        .Select(file => file.From)
        .Distinct();

    private static Repo MakeRepo(VolumeUnderTest volume, List<string> sources)
    {
        Repo repo = Repo.New(volume);
        Directory.CreateDirectory(repo.PathOf("in"));
        for (int i = 0; i < sources.Count; i++)
        {
            File.Copy(sources[i], repo.PathOf($"in/{i}.bin"));
        }

        Volume.WriteBackAll(); // A file that is not on the disk yet may be treated otherwise.
        repo.WriteCopies(
            """
            <MakeDir Directories="out" />
            <Copy SourceFiles="@(File->'in/%(Identity)')" DestinationFiles="@(File->'out/%(Identity)')" SkipUnchangedFiles="true" />
            <Copy SourceFiles="@(File->'in/%(Identity)')" DestinationFiles="@(File->'out/%(Identity)')" SkipUnchangedFiles="true" />
            """,
            string.Concat(sources.Select((_, i) => $"<File Include=\"{i}.bin\" />")));
        return repo;
    }

    private static Calls Trace(Repo repo, params string[] arguments)
    {
        TracedBuild traced = TracedBuild.Run(repo, "copies.proj", "%file,%desc", arguments);
        Assert.AreEqual(arguments.Length == 0, traced.Output.Contains(" unchanged.", StringComparison.Ordinal), traced.Output);
        (int File, string Line)[] calls = [.. traced.Threads.SelectMany(OfThread)];
        return new Calls(
            calls.Count(call => s_clone.IsMatch(call.Line)),
            calls.Select(call => s_written.Match(call.Line))
                .Where(match => match.Success)
                .Sum(match => long.Parse(match.Groups["bytes"].Value, CultureInfo.InvariantCulture)),
            calls.Where(call => !s_content.IsMatch(call.Line))
                .GroupBy(call => call.File, call => call.Line)
                .ToDictionary(file => file.Key, file => file.ToArray()));
    }

    private static IEnumerable<(int File, string Line)> OfThread(string[] lines)
    {
        int file = -1;
        foreach (string line in lines)
        {
            Match named = s_file.Match(line);
            file = named.Success ? int.Parse(named.Groups["file"].Value, CultureInfo.InvariantCulture) : file;
            if (named.Success || s_unnamed.IsMatch(line))
            {
                yield return (file, line);
            }
        }
    }

    /// <summary>The system calls that name a file or its source.</summary>
    /// <param name="OfFile">By the file's number, without those that move content.</param>
    private sealed record Calls(int Clones, long Bytes, IReadOnlyDictionary<int, string[]> OfFile)
    {
        public override string ToString() =>
            $"{Clones} clones, {Bytes:N0} bytes written, {OfFile.Values.Sum(calls => calls.Length):N0} calls";
    }
}
