namespace CopyOnWrite.Parity.Tests;

/// <summary>
/// The newest .NET and MSBuild, which packages bring (eng/newest-dotnet), in a folder without any other runtime: scenarios by its engine,
/// a sample, and the tool.
/// </summary>
[TestClass]
[TestCategory("Slow")]
public sealed class NewestDotNetTests
{
    private static readonly string? s_folder = Environment.GetEnvironmentVariable("COW_NEWEST_DOTNET") is { Length: > 0 } set ? set : null;

    [TestMethod]
    [DataRow("btrfs", "written", "")]
    [DataRow("xfs", "written", "--multithreaded")]
    [DataRow("xfs", "fuzz", "--seed 20261101 --count 500")]
    [DataRow("btrfs", "fuzz", "--multithreaded --seed 20261102 --count 500")]
    public void ScenariosAreTheSameAsWithItsOwnCopy(string volumeName, string scenarios, string options)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require(volumeName);

        (int exitCode, string output) = Run(
            volume, RepositoryRoot.Built("CopyOnWrite.Parity"),
            [scenarios, "--folder", volume.Folder, .. options.Split(' ', StringSplitOptions.RemoveEmptyEntries)]);

        Assert.AreEqual(0, exitCode, Regex.Replace(output, "^same .*\n", string.Empty, RegexOptions.Multiline));
        AssertIsNewest(output);
        int taken = int.Parse(Regex.Match(output, @"ours took (\d+) calls whole").Groups[1].Value, CultureInfo.InvariantCulture);
        Assert.IsGreaterThan(100, taken, output[^200..]);
    }

    [TestMethod]
    public void ASampleIsBuiltWithClonesAndTheDoctorHasNothingToSay()
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("btrfs");
        const string Sample = "Mixed";
        string repository = volume.PathOf(Sample);
        SampleRepository.Create(
            RepositoryRoot.Sample(Sample), repository, PackedPackage.Feed, PackedPackage.VersionOf("CopyOnWrite.Sdk"));
        string log = volume.PathOf("build.binlog");
        string solution = Directory.GetFiles(repository, "*.sln*").Single();

        (int exitCode, string output) = Run(volume, RepositoryRoot.Built("CopyOnWrite.Parity"), ["build", solution, "--log", log]);

        Assert.AreEqual(0, exitCode, output);
        AssertIsNewest(output);
        BuildLog built = BuildLog.Read(log);
        Assert.IsEmpty(built.Warnings, output);
        Assert.IsTrue(built.CopyCalls.All(call => call.IsOfSdk), "Another Copy was used.");
        Assert.IsGreaterThan(0, built.CopyCalls.Sum(call => call.Record?.Cloned ?? 0));

        (exitCode, output) = Run(volume, RepositoryRoot.Built("CopyOnWrite.Tool", "dotnet-cow"), ["doctor", repository, "--details"]);

        Assert.AreEqual(0, exitCode, output);
        Assert.StartsWith("OK", output);
        Assert.Contains(" projects evaluated", output);
    }

    private static void AssertIsNewest(string output)
    {
        // RUNTIME-MSBUILD
        string[] versions = Path.GetFileName(s_folder!).Split('-');
        string first = output.Split('\n', 2)[0];
        Assert.StartsWith($"MSBuild {versions[1]}.", first);
        Assert.EndsWith($", .NET {versions[0]}", first);
    }

    /// <summary>Programs for .NET 10, which roll forward where there is no other runtime.</summary>
    private static (int ExitCode, string Output) Run(VolumeUnderTest volume, string program, string[] arguments)
    {
        Tools.SkipUnless(s_folder is not null, "COW_NEWEST_DOTNET is not set: ./build.sh test makes that folder on Linux x64.");

        // The volumes may be below this repository, whose own asks for another SDK.
        File.WriteAllText(volume.PathOf("global.json"), "{}");
        return Command.Run(
            Path.Combine(s_folder!, "dotnet"),
            [program, .. arguments],
            new Dictionary<string, string>
            {
                ["DOTNET_ROOT"] = s_folder!,
                ["DOTNET_HOST_PATH"] = Path.Combine(s_folder!, "dotnet"),
                ["DOTNET_ROLL_FORWARD"] = "Major",
                ["NUGET_PACKAGES"] = volume.PathOf("packages"),
                ["UseSharedCompilation"] = "false",
            },
            volume.Folder);
    }
}
