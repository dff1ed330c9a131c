namespace CopyOnWrite.Measure;

/// <summary>Copies of files as the task makes them, in a folder of the volume.</summary>
internal sealed partial class FilesOnVolume(string folder)
{
    // From here on Windows' own copy clones.
    private const int FirstBuildThatClones = 26100;
    private const int ReferencesOfRefs = 8176;
    private const int FilesPerThread = 100;
    private const int Length = 65_536;

    private readonly Platform _platform = FileCloner.Shared.Platform;
    private readonly bool _clones = Volume.At(folder).TryClone().Clones;
    private StressResult? _stress;

    internal IEnumerable<Check> All()
    {
        PatternFile.Write(PathOf("aged"), 3, Length);
        return Checks();
    }

    private IEnumerable<Check> Checks() =>
    [
        new("just-written files: each copy read back at once", () => JustWritten(fromDisk: false)),
        new("just-written files: read again from the disk after a flush", () => JustWritten(fromDisk: true)),
        new("the system's own copy clones", SystemCopy),
        new("lengths around a cluster", Tails),
        new($"more than {ReferencesOfRefs:N0} clones of one file", References),
        new("a clone leaves its source's change time", ChangeTime),
        new("a program that runs is replaced", RunningProgram),
        new("paths of 240 to 300 characters", LongPaths),
        new("a read-only file", ReadOnly),
        new("two writers of one file, and readers beside", ReadersAsync),
        new("a full disk leaves the old file", FullDisk),
        new("a file that is older than two minutes is cloned", OldSourceAsync),
    ];

    /// <summary>Copies an old source as a build does, without a flush. Only Windows' clones wait so long.</summary>
    private async Task<Found> OldSourceAsync()
    {
        if (!_clones)
        {
            return Found.NotShown("the volume does not clone");
        }

        (string source, string copy) = (PathOf("aged"), PathOf("aged-copy"));
        TimeSpan left = OperatingSystem.IsWindows() ? File.GetLastWriteTimeUtc(source).AddSeconds(130) - DateTime.UtcNow : TimeSpan.Zero;
        await Task.Delay(left > TimeSpan.Zero ? left : TimeSpan.Zero);
        CloneOutcome outcome = CopyAsTheTask(source, copy);
        return PatternFile.WhatIsWrong(copy, 3, Length) is { } wrong ? Found.Fail(wrong)
            : outcome.IsClone || Extents.BytesInCommonOrNull(source, copy) > 0 ? Found.Pass($"{outcome}")
            : Extents.BytesInCommonOrNull(source, copy) is null ? Found.NotShown("the system does not tell what files share")
            : Found.Fail($"{outcome}, and no block is shared");
    }

    private Found JustWritten(bool fromDisk)
    {
        // A mapped write on a full volume ends the process.
        const long Room = 1L << 30;
        if (_stress is null && Volume.At(folder).FreeBytes < Room)
        {
            return Found.NotShown("the volume has less than 1 GiB free");
        }

        _stress ??= new CloneStress(_platform, PathOf("stress"), (source, copy) => _clones && Extents.BytesInCommon(source, copy) > 0)
            .Run(FilesPerThread);
        string[] wrong = [.. _stress.Wrong.Where(line => line.Contains("from the disk", StringComparison.Ordinal) == fromDisk)];
        return wrong.Length > 0 || fromDisk ? Found.Of(wrong, $"{_stress.Copies.Count} copies")
            : _clones && _stress.Sharing == 0 && !OperatingSystem.IsMacOS() ? Found.Fail($"no copy shares blocks: {Ways(_stress.Copies)}")
            : Found.Pass($"{_stress.Copies.Count} copies, {Ways(_stress.Copies)}"
                + (OperatingSystem.IsMacOS() ? string.Empty : $"; {_stress.Sharing} share blocks"));
    }

    private Found SystemCopy()
    {
        (string source, string copy) = (PathOf("system"), PathOf("system-copy"));
        PatternFile.Write(source, 1, 1_000_000);
        File.Copy(source, copy);
        long? common = Extents.BytesInCommonOrNull(source, copy);
        return PatternFile.WhatIsWrong(copy, 1, 1_000_000) is { } wrong ? Found.Fail(wrong)
            : !_clones ? Found.NotShown("the volume does not clone")
            : common > 0 ? Found.Pass($"{Math.Min(common.Value, 1_000_000):N0} of 1,000,000 bytes are shared")
            : OperatingSystem.IsWindowsVersionAtLeast(10, 0, FirstBuildThatClones)
                ? Found.Fail("no block is shared, and this Windows should clone")
            : Found.NotShown(common is null ? "the system does not tell what files share" : "it copied, as before Windows 11 24H2");
    }

    private Found Tails()
    {
        int[] lengths = [1, 4095, 4096, 4097, 65_535, 65_536, 65_537, 200_001];
        var outcomes = new List<CloneOutcome>();
        List<string> wrong = [];
        foreach (int length in lengths)
        {
            (string source, string copy) = (PathOf($"tail{length}"), PathOf($"tail{length}-copy"));
            PatternFile.Write(source, length, length);
            outcomes.Add(CopyAsTheTask(source, copy, flushes: true));
            wrong.AddRange(PatternFile.WhatIsWrong(copy, length, length) is { } what ? [what] : []);
        }

        return Found.Of(wrong, $"{lengths.Length} lengths, {Ways(outcomes)}");
    }

    private Found References()
    {
        if (!_clones)
        {
            return Found.NotShown("the volume does not clone");
        }

        string source = PathOf("hot");
        PatternFile.Write(source, 7, Length);
        int count = ReferencesOfRefs + 100;
        var outcomes = new List<CloneOutcome>();
        for (int i = 0; i < count; i++)
        {
            outcomes.Add(CopyAsTheTask(source, PathOf($"hot{i}"), flushes: true));
        }

        // The limit's own, and some before it.
        string[] wrong = [.. Enumerable.Range(0, count).Where(i => i % 500 == 0 || i > ReferencesOfRefs - 10)
            .Select(i => PatternFile.WhatIsWrong(PathOf($"hot{i}"), 7, Length)).OfType<string>()];
        return Found.Of(wrong, $"{count:N0} copies, {Ways(outcomes)}");
    }

    private Found ChangeTime()
    {
        (string source, string copy) = (PathOf("entry"), PathOf("entry-copy"));
        PatternFile.Write(source, 9, Length);
        long before = ChangeTimeOf(source);
        Thread.Sleep(50);
        CloneOutcome outcome = FileCloner.Shared.TryClone(source, copy);
        return !outcome.IsClone ? Found.NotShown($"{outcome}")
            : before == 0 ? Found.NotShown("the system does not tell it")
            : ChangeTimeOf(source) == before ? Found.Pass("unchanged")
            : Found.Fail("it moved: an entry of the cache would count as just written after each clone of it");
    }

    private static unsafe long ChangeTimeOf(string path)
    {
        if (!OperatingSystem.IsWindows())
        {
            return FileStatus.Of(path).Changed;
        }

        var calls = new Windows.Win32Calls();
        if (Windows.OpenedFile.ForAttributes(calls, path, out nint file) != 0)
        {
            return 0;
        }

        using var opened = new Windows.OpenedFile(calls, file);
        Windows.Win32Native.FILE_BASIC_INFO info;
        return calls.GetFileInformation(file, Windows.Win32Native.FileBasicInfo, &info, sizeof(Windows.Win32Native.FILE_BASIC_INFO)) == 0
            ? info.ChangeTime : 0;
    }

    private Found LongPaths()
    {
        string source = PathOf("long");
        PatternFile.Write(source, 13, Length);
        var outcomes = new List<CloneOutcome>();
        List<string> wrong = [];
        foreach (int length in (int[])[240, 257, 258, 259, 260, 261, 300])
        {
            string folderOfLong = PathOf(new string('d', 100));
            string path = Path.Combine(folderOfLong, new string('f', Math.Max(1, length - folderOfLong.Length - 1)));
            Directory.CreateDirectory(folderOfLong);
            outcomes.Add(CopyAsTheTask(source, path));
            wrong.AddRange(PatternFile.WhatIsWrong(path, 13, Length) is { } what ? [$"{length}: {what}"] : []);
            File.Delete(path);
        }

        return Found.Of(wrong, $"{outcomes.Count} lengths, {Ways(outcomes)}");
    }

    /// <summary>MSBuild's own Copy leaves a copy that can be written.</summary>
    private Found ReadOnly()
    {
        (string source, string copy) = (PathOf("ro"), PathOf("ro-copy"));
        PatternFile.Write(source, 15, Length);
        File.SetAttributes(source, FileAttributes.ReadOnly);
        CloneOutcome outcome = CopyAsTheTask(source, copy);
        return PatternFile.WhatIsWrong(copy, 15, Length) is { } wrong ? Found.Fail(wrong)
            : File.GetAttributes(copy).HasFlag(FileAttributes.ReadOnly) ? Found.Fail("its copy is read-only")
            : !File.GetAttributes(source).HasFlag(FileAttributes.ReadOnly) ? Found.Fail("the source is not read-only any more")
            : Found.Pass(Ways([outcome]));
    }

    /// <summary>What the task leaves to MSBuild's own Copy is copied as that does.</summary>
    private CloneOutcome CopyAsTheTask(string source, string destination, bool flushes = false)
    {
        using CloneWorker worker = _platform.NewWorker(new CloneCall(_platform, FlushesSources: flushes, ReplacesFilesInUse: true));
        CloneOutcome outcome = worker.Copy(source, destination);
        if (outcome.Kind == OutcomeKind.NotHandled)
        {
            File.Copy(source, destination, overwrite: true);
        }

        return outcome;
    }

    private static string Ways(IEnumerable<CloneOutcome> outcomes) => string.Join(", ", outcomes
        .GroupBy(outcome => (outcome.Kind, outcome.Reason)).OrderByDescending(way => way.Count())
        .Select(way => $"{way.Count():N0} {WordsOf(way.Key.Kind)}"
            + (way.Key.Reason == Reason.None ? string.Empty : $" ({ReasonText.Of(way.Key.Reason)})")));

    private static string WordsOf(OutcomeKind kind) => kind switch
    {
        OutcomeKind.Cloned => "cloned",
        OutcomeKind.Copied => "copied",
        OutcomeKind.NotHandled => "left to MSBuild's own Copy",
        _ => $"{kind}",
    };

    private string PathOf(string name) => Path.Combine(folder, name);
}
