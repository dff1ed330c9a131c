namespace CopyOnWrite.Parity.Tests;

/// <summary>
/// The newest .NET and MSBuild, which packages bring (eng/newest-dotnet), in a folder without any other runtime: scenarios by its engine,
/// a sample, and the tool.
/// </summary>
[TestClass]
[TestCategory("Slow")]
public sealed class NewestDotNetTests
{
    private const string NoFolder = "COW_NEWEST_DOTNET is not set: ./build.sh test makes that folder on Linux x64.";

    /// <summary>The line of the compiler's calls in the log's performance summary.</summary>
    private const string Compilations = @" ms +Csc +\d+ calls";

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

    /// <summary>In a copy of their program with the newest MSBuild's assemblies.</summary>
    [TestMethod]
    public void TheTestsOfTheTaskPass()
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("btrfs");
        Tools.SkipUnless(s_folder is not null, NoFolder);
        string sdk = Directory.GetDirectories(Path.Combine(s_folder!, "sdk")).Single();
        string built = RepositoryRoot.Built("CopyOnWrite.Tasks.Tests");

        // In the repository, whose files the tests read.
        string tests = Path.Combine(RepositoryRoot.Artifacts, "newest-dotnet", "tests");
        Command.OutputOf("cp", "-rT", Path.GetDirectoryName(built)!, tests);
        foreach (string assembly in Directory.GetFiles(tests, "Microsoft.Build.*.dll").Where(file => File.Exists(InSdk(file))))
        {
            File.Copy(InSdk(assembly), assembly, overwrite: true);
        }

        (int exitCode, string output) = Run(
            volume, InSdk("vstest.console.dll"), [Path.Combine(tests, Path.GetFileName(built)), "--logger:console;verbosity=minimal"]);

        Assert.AreEqual(0, exitCode, output);
        Assert.IsGreaterThan(150, int.Parse(Regex.Match(output, @"Passed: +(\d+)").Groups[1].Value, CultureInfo.InvariantCulture), output);

        string InSdk(string file) => Path.Combine(sdk, Path.GetFileName(file));
    }

    [TestMethod]
    public async Task ASampleIsBuiltWithClonesTheDoctorHasNothingToSayAndAWorktreeCompilesNothing()
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("btrfs");
        using var compiler = new CompilerServer();
        const string Sample = "Mixed";
        string repository = volume.PathOf(Sample);
        SampleRepository.Create(RepositoryRoot.Sample(Sample), repository, PackedPackage.Feed, PackedPackage.VersionOf("CopyOnWrite.Sdk"));
        await SampleRepository.CommitAsync(repository, CancellationToken.None);
        string log = volume.PathOf("build.binlog");
        string methods = volume.PathOf("methods.txt");
        string solution = Path.GetFileName(Directory.GetFiles(repository, "*.sln*").Single());

        (int exitCode, string output) = Run(
            volume, RepositoryRoot.Built("CopyOnWrite.Parity"), ["build", Path.Combine(repository, solution), "--log", log],
            [.. compiler.Variables!, .. CompiledMethods.Variables(methods)]);

        Assert.AreEqual(0, exitCode, output);
        AssertIsNewest(output);
        Assert.MatchesRegex(Compilations, output);
        BuildLog built = BuildLog.Read(log);
        Assert.IsEmpty(built.Warnings, output);
        Assert.IsTrue(built.CopyCalls.All(call => call.IsOfSdk), "Another Copy was used.");
        Assert.IsGreaterThan(0, built.CopyCalls.Sum(call => call.Record?.Cloned ?? 0));
        Assert.IsEmpty(CompiledMethods.In(methods).Where(method => method.StartsWith("CopyOnWrite.Tasks.", StringComparison.Ordinal)));

        string tool = RepositoryRoot.Built("CopyOnWrite.Tool", "dotnet-cow");
        (exitCode, output) = Run(volume, tool, ["doctor", repository, "--details"], folder: WithRuntimeOfTests(volume));

        Assert.AreEqual(0, exitCode, output);
        Assert.StartsWith("OK", output);
        Assert.Contains(" projects evaluated", output);

        (exitCode, output) = Run(
            volume, tool, ["worktree", volume.PathOf("worktree"), "--from", repository, "--detach"],
            [new("GIT_DIR", Path.Combine(repository, ".git"))]);

        Assert.AreEqual(0, exitCode, output);
        (exitCode, output) = Run(
            volume, RepositoryRoot.Built("CopyOnWrite.Parity"),
            ["build", volume.PathOf($"worktree/{solution}"), "--log", volume.PathOf("second.binlog")], compiler.Variables!);
        Assert.AreEqual(0, exitCode, output);
        Assert.DoesNotMatchRegex(Compilations, output);
    }

    /// <summary>The folder with the tests' own runtime, an older one, beside the newest: as where its SDK was added to a machine.</summary>
    private static string WithRuntimeOfTests(VolumeUnderTest volume)
    {
        const string Shared = "shared/Microsoft.NETCore.App";
        string folder = volume.PathOf("dotnet");
        Directory.CreateDirectory(Path.Combine(folder, Shared));
        string older = Path.GetDirectoryName(typeof(object).Assembly.Location)!;
        string[] linked = [.. Directory.GetDirectories(Path.Combine(s_folder!, Shared)), older];
        Array.ForEach(linked, runtime => Directory.CreateSymbolicLink(Path.Combine(folder, Shared, Path.GetFileName(runtime)), runtime));
        foreach (string part in Directory.GetDirectories(s_folder!).Where(part => Path.GetFileName(part) != "shared"))
        {
            Directory.CreateSymbolicLink(Path.Combine(folder, Path.GetFileName(part)), part);
        }

        File.Copy(Path.Combine(s_folder!, "dotnet"), Path.Combine(folder, "dotnet"));
        return folder;
    }

    private static void AssertIsNewest(string output)
    {
        // RUNTIME-MSBUILD
        string[] versions = Path.GetFileName(s_folder!).Split('-');
        string first = output.Split('\n', 2)[0];
        Assert.StartsWith($"MSBuild {versions[1]}.", first);
        Assert.EndsWith($", .NET {versions[0]}", first);
    }

    /// <summary>Programs for .NET 10, which roll forward where there is no other runtime; the tool does so by itself.</summary>
    private static (int ExitCode, string Output) Run(
        VolumeUnderTest volume, string program, string[] arguments, IEnumerable<KeyValuePair<string, string>>? variables = null,
        string? folder = null)
    {
        Tools.SkipUnless(s_folder is not null, NoFolder);
        folder ??= s_folder!;

        // The volumes may be below this repository, whose own asks for another SDK.
        File.WriteAllText(volume.PathOf("global.json"), "{}");
        var all = new Dictionary<string, string>(variables ?? [])
        {
            ["DOTNET_ROOT"] = folder,
            ["DOTNET_HOST_PATH"] = Path.Combine(folder, "dotnet"),
            ["NUGET_PACKAGES"] = volume.PathOf("packages"),
            ["DeterministicSourcePaths"] = "true",
        };
        if (!program.EndsWith("dotnet-cow.dll", StringComparison.Ordinal))
        {
            all["DOTNET_ROLL_FORWARD"] = "Major";
        }

        return Command.Run(Path.Combine(folder, "dotnet"), [program, .. arguments], all, volume.Folder);
    }
}
