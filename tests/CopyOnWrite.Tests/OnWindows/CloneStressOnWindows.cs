namespace CopyOnWrite.Tests.OnWindows;

/// <summary>
/// 8 threads, 1,000 sources each, through the system's own calls, in the folder COW_STRESS_FOLDER; COW_STRESS_FILES is another number for
/// each thread. As a program: CopyOnWrite.Tests.exe --filter TestCategory=Stress.
/// </summary>
[TestClass]
[TestCategory("Stress")]
public sealed class CloneStressOnWindows
{
    private readonly Win32Calls _calls = new();

    public TestContext TestContext { get; set; } = null!;

    [TestMethod]
    public void EveryCopyOfAJustWrittenSourceHasItsContent()
    {
        string? root = Environment.GetEnvironmentVariable("COW_STRESS_FOLDER");
        Tools.SkipUnless(!string.IsNullOrEmpty(root), "COW_STRESS_FOLDER names no folder, on ReFS, a Dev Drive or another volume.");
        int files = int.Parse(Environment.GetEnvironmentVariable("COW_STRESS_FILES") ?? "1000", CultureInfo.InvariantCulture);
        string folder = Path.Combine(root!, $"cow-stress-{Environment.ProcessId}");
        Directory.CreateDirectory(folder);
        bool clones = Volume.At(folder).TryClone(out _);

        StressResult result = new CloneStress(
            new WindowsCloner(_calls, new VolumePairs()), folder, (source, copy) => clones && Extents.BytesInCommon(source, copy) > 0)
            .Run(files);

        TestContext.WriteLine($"{folder}, Windows {_calls.BuildNumber()}, {(clones ? "clones" : "does not clone")}: {result}");
        Assert.IsEmpty(result.Wrong, result.ToString());
        if (clones)
        {
            // From 24H2 on the system's copy clones; the blocks show whether it did.
            Assert.IsGreaterThan(0, result.Count(OutcomeKind.Cloned) + result.Count(Reason.SystemCopyClones), result.ToString());
            Assert.IsGreaterThan(0, result.Sharing, result.ToString());
        }

        Directory.Delete(folder, recursive: true);
    }
}
