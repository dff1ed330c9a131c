namespace CopyOnWrite.Tests.OnWindows;

/// <summary>
/// 8 threads, 1,000 sources each, through the system's own calls, in the folder COW_STRESS_FOLDER; COW_STRESS_FILES is another number for
/// each thread. As the task copies, and in each way of <see cref="CloneArm"/>. As a program: CopyOnWrite.Tests.exe --filter
/// TestCategory=Stress.
/// </summary>
[TestClass]
[TestCategory("Stress")]
[DoNotParallelize] // Each has 8 threads, and what one flushes is no longer just written for another.
public sealed class CloneStressOnWindows
{
    private readonly Win32Calls _calls = new();

    public TestContext TestContext { get; set; } = null!;

    [TestMethod]
    public void EveryCopyOfAJustWrittenSourceHasItsContent()
    {
        (StressResult result, bool clones) = Run(_calls);

        Assert.IsEmpty(result.Wrong, result.ToString());
        if (clones)
        {
            // From 24H2 on the system's copy clones; the blocks show whether it did.
            Assert.IsGreaterThan(0, result.Count(OutcomeKind.Cloned) + result.Count(Reason.SystemCopyClones), result.ToString());
            Assert.IsGreaterThan(0, result.Sharing, result.ToString());
        }
    }

    /// <summary>A measurement: which of them read wrong content is what is asked. Only the published remedy has to give none.</summary>
    [TestMethod]
    [DynamicData(nameof(Arms))]
    public void TheWaysToCloneAJustWrittenSourceAreCompared(string name)
    {
        CloneArm arm = CloneArm.All.Single(arm => arm.Name == name);
        (StressResult result, bool clones) = Run(new CallsOfArm(arm), arm);

        Assert.IsFalse(result.Wrong.Any(line => line.StartsWith("Thread ", StringComparison.Ordinal)), result.ToString());
        Assert.IsTrue(!clones || result.Count(OutcomeKind.Cloned) > 0, result.ToString());
        Assert.IsTrue(name != CloneArm.FlushFile || result.Wrong.Count == 0, result.ToString());
        if (name == CloneArm.Bare && Environment.GetEnvironmentVariable("COW_REFS_DIRTY") is not null)
        {
            Assert.IsNotEmpty(result.Wrong, "Under Wine, which clones what is not flushed as zeros, the faults are found.");
        }
    }

    public static IEnumerable<object[]> Arms() => CloneArm.All.Select(arm => new object[] { arm.Name });

    private (StressResult Result, bool Clones) Run(Win32Calls calls, CloneArm? arm = null)
    {
        string? root = Environment.GetEnvironmentVariable("COW_STRESS_FOLDER");
        Tools.SkipUnless(!string.IsNullOrEmpty(root), "COW_STRESS_FOLDER names no folder, on ReFS, a Dev Drive or another volume.");
        int files = int.Parse(Environment.GetEnvironmentVariable("COW_STRESS_FILES") ?? "1000", CultureInfo.InvariantCulture);
        string folder = Path.Combine(root!, $"cow-stress-{Environment.ProcessId}");
        Directory.CreateDirectory(folder);
        bool clones = Volume.At(folder).TryClone().Clones;
        StressResult result = new CloneStress(
            new WindowsPlatform(calls, new Refusals()), folder, (source, copy) => clones && Extents.BytesInCommon(source, copy) > 0,
            hasReaders: arm is not null, isMapped: arm?.IsMapped ?? false)
            .Run(files);
        string what = $"{arm?.Name ?? "as the task does"}, {folder}, Windows {_calls.BuildNumber()}";
        TestContext.WriteLine($"{what}, {(clones ? "clones" : "does not clone")}: {result}");
        Directory.Delete(folder, recursive: true);
        return (result, clones);
    }
}
