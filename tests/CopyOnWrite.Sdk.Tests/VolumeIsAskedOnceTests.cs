namespace CopyOnWrite.Sdk.Tests;

/// <summary>
/// A volume that cannot clone is asked once per process, by the system calls of a real build. The built-in asks for every file.
/// </summary>
[TestClass]
public sealed class VolumeIsAskedOnceTests
{
    private const int Files = 50;

    [TestMethod]
    [DataRow("plain")]
    [DataRow("tmpfs")]
    public void AVolumeThatCannotCloneIsAskedOnceInABuildOfManyCalls(string volumeName)
    {
        string strace = Tools.Require("strace");
        using VolumeUnderTest volume = VolumeUnderTest.Require(volumeName);
        Repo repo = Repo.New(volume);
        for (int i = 0; i < Files; i++)
        {
            repo.Write($"in/{i}.txt", $"file {i}");
        }

        // Three calls, two of them with all files.
        repo.Write("copies.proj", """
            <Project>
              <Import Project="Directory.Build.props" />
              <ItemGroup><Source Include="in/*.txt" /></ItemGroup>
              <Target Name="Build">
                <Copy SourceFiles="@(Source)" DestinationFolder="one" />
                <Copy SourceFiles="in/0.txt" DestinationFolder="two" />
                <Copy SourceFiles="@(Source)" DestinationFolder="three" />
              </Target>
            </Project>
            """);

        Assert.AreEqual(1, CloneCalls(strace, repo, "one"));
        Assert.AreEqual(
            (2 * Files) + 1, CloneCalls(strace, repo, "two", "-p:DisableCopyOnWrite=true"),
            "The built-in asks for every file; if not, this test cannot fail.");
    }

    private static int CloneCalls(string strace, Repo repo, string name, params string[] arguments)
    {
        string trace = repo.PathOf($"trace-{name}");
        foreach (string copied in new[] { "one", "two", "three" }.Select(repo.PathOf).Where(Directory.Exists))
        {
            Directory.Delete(copied, recursive: true);
        }

        DotNetResult result = repo.Run(
            ["build", "copies.proj", "-nologo", "-m:1", .. arguments],
            under: [strace, "-f", "-qq", "-e", "trace=ioctl", "-e", "signal=none", "-o", trace]);
        Assert.AreEqual(0, result.ExitCode, result.Output);
        Assert.AreEqual(Files, Directory.GetFiles(repo.PathOf("three")).Length);

        // strace names the request by all its names: FICLONE or BTRFS_IOC_CLONE.
        return File.ReadLines(trace)
            .Count(line => line.Contains("FICLONE", StringComparison.Ordinal) && !line.Contains("resumed", StringComparison.Ordinal));
    }
}
