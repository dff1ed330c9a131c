namespace CopyOnWrite.Measure;

/// <summary>Builds with the packed package in a folder of the volume.</summary>
internal sealed class BuildsOnVolume(string folder, string results, CancellationToken cancel)
{
    private const int Files = 2000;
    private const int Length = 16_384;
    private const int Kills = 50;

    private readonly string _copies = Path.Combine(folder, "copies");

    // The user's own may have another package of this version.
    private readonly string _packages = Path.Combine(folder, "packages");

    internal IEnumerable<Check> All() =>
    [
        new($"builds killed {Kills} times leave no half file", KillAsync),
        new("two builds at once into one folder", TwoAtOnceAsync),
        new("Copy does as MSBuild's own, in each written scenario", ParityAsync),
        new("staging (CopyOnWrite.Artifacts)", () => StageAsync("DeepGraph", addItem: true)),
        new("staging beside Microsoft.Build.Artifacts", () => StageAsync("WithArtifactsPackage", addItem: false)),
        new("Visual Studio's MSBuilds, of 32 and 64 bits", VisualStudioAsync),
    ];

    private string Out => Path.Combine(_copies, "out");

    private async Task<Found> KillAsync()
    {
        WriteProject();
        var wrong = new List<string>();
        int between = 0;
        for (int i = 0; i < Kills; i++)
        {
            BenchVolumes.Delete(Out);
            using Process build = Start();
            string last = Path.Combine(Out, $"{Random.Shared.Next(Files)}");
            while (!build.HasExited && !File.Exists(last))
            {
                Thread.Yield();
            }

            build.Kill(entireProcessTree: true);
            await build.WaitForExitAsync(cancel);
            wrong.AddRange(WrongIn(Out));
            between += Directory.Exists(Out) && Named(Out).Length is > 0 and < Files ? 1 : 0;
        }

        wrong.AddRange(await BuildAsync());
        wrong.AddRange(WrongIn(Out));
        wrong.AddRange(Directory.EnumerateFiles(Out, ".cow-*").Select(file => $"{Path.GetFileName(file)} was left by a killed build"));
        return between < Kills / 5 && wrong.Count == 0 ? Found.NotShown($"only {between} of them had copied a part of the files")
            : Found.Of(wrong, $"{between} had copied a part of {Files:N0} files; the build after them is right");
    }

    private async Task<Found> TwoAtOnceAsync()
    {
        const int Rounds = 5;
        WriteProject();
        var wrong = new List<string>();
        for (int i = 0; i < Rounds; i++)
        {
            BenchVolumes.Delete(Out);
            wrong.AddRange((await Task.WhenAll(BuildAsync(), BuildAsync())).SelectMany(said => said));
            wrong.AddRange(WrongIn(Out));
            wrong.AddRange(Named(Out).Length == Files ? [] : [$"{Named(Out).Length} of {Files} files are there"]);
        }

        return Found.Of(wrong, $"{Rounds} times, {Files:N0} files");
    }

    /// <summary>The comparison of the tests, on this volume.</summary>
    private async Task<Found> ParityAsync()
    {
        DotNetResult result = await DotNet.RunAsync(
            folder, [RepositoryRoot.Built("CopyOnWrite.Parity"), "written", "--folder", folder], cancellation: cancel);
        Match taken = Regex.Match(result.Output, @"ours took (\d+) calls whole");
        int same = Regex.Count(result.Output, "^same ", RegexOptions.Multiline);
        string[] differs = [.. Regex.Matches(result.Output, "^differs .*", RegexOptions.Multiline).Select(line => line.Value.Trim())];
        return result.Succeeded && taken.Success
            ? Found.Pass($"{same} scenarios, {taken.Groups[1].Value} of their calls by the package's task alone")
            : Found.Of(differs.Length > 0 ? differs : [Kept("parity", result)], string.Empty);
    }

    /// <summary>What is staged is what was built.</summary>
    private async Task<Found> StageAsync(string sample, bool addItem)
    {
        string repository = Path.Combine(folder, sample);
        SampleRepository.Create(RepositoryRoot.Sample(sample), repository, PackedPackage.Feed, PackedPackage.VersionOf("CopyOnWrite.Sdk"));
        string props = Path.Combine(repository, "Directory.Build.props");
        string line = $"<Sdk Name=\"CopyOnWrite.Artifacts\" Version=\"{PackedPackage.VersionOf("CopyOnWrite.Artifacts")}\" />";
        string text = await File.ReadAllTextAsync(props, cancel);
        await File.WriteAllTextAsync(props, text.Replace("<PropertyGroup>", line + "<PropertyGroup>", StringComparison.Ordinal), cancel);
        if (addItem)
        {
            await File.WriteAllTextAsync(Path.Combine(repository, "Directory.Build.targets"), """
                <Project><ItemGroup>
                  <Artifact Include="$(OutDir)" DestinationFolder="$(MSBuildThisFileDirectory)staged/$(MSBuildProjectName)" />
                </ItemGroup></Project>
                """, cancel);
        }

        DotNetResult restore = await DotNet.RunAsync(repository, ["restore", "-nologo"], _packages, cancellation: cancel);
        if (!restore.Succeeded)
        {
            return addItem ? Found.Fail(Kept("staging", restore))
                : Found.NotShown("its packages cannot be restored from this machine's sources");
        }

        DotNetResult build = await DotNet.RunAsync(repository, ["build", "--no-restore", "-nologo"], _packages, cancellation: cancel);
        string staged = Path.Combine(repository, "staged");
        if (!build.Succeeded || !Directory.Exists(staged))
        {
            return Found.Fail(Kept("staging", build));
        }

        string[] files = Directory.GetFiles(staged, "*.dll", SearchOption.AllDirectories);
        ILookup<string, string> built = Directory.EnumerateFiles(repository, "*.dll", SearchOption.AllDirectories)
            .Where(file => file.Contains($"{Path.DirectorySeparatorChar}bin{Path.DirectorySeparatorChar}", StringComparison.Ordinal))
            .ToLookup(Path.GetFileName)!;
        string[] wrong = [.. files
            .Where(file => !built[Path.GetFileName(file)].Any(of => PatternFile.Read(of).AsSpan().SequenceEqual(PatternFile.Read(file))))
            .Select(file => $"{Path.GetRelativePath(staged, file)} is not what was built")];
        int sharing = files.Count(file => built[Path.GetFileName(file)].Any(of => Extents.BytesInCommonOrNull(of, file) > 0));
        return files.Length == 0 ? Found.Fail("nothing was staged")
            : Found.Of(wrong, $"{files.Length} assemblies, {sharing} of them share blocks");
    }

    private async Task<Found> VisualStudioAsync()
    {
        if (!OperatingSystem.IsWindows())
        {
            return Found.NotShown("Windows only");
        }

        string script = Path.Combine(RepositoryRoot.Folder, "eng", "Test-VisualStudio.ps1");
        var said = new StringBuilder();
        int exitCode = await Shell.RunAsync(
            "powershell", ["-ExecutionPolicy", "Bypass", "-File", script, "-Folder", Path.Combine(folder, "visual-studio")], cancel,
            read: line => said.AppendLine(line), readErrors: true);
        string text = said.ToString().Trim();
        await File.WriteAllTextAsync(Path.Combine(results, "visual-studio.txt"), text, cancel);
        return exitCode == 0 ? Found.Pass(text.ReplaceLineEndings("; "))
            : text.Contains("are expected, there are", StringComparison.Ordinal) || text.Contains("vswhere", StringComparison.Ordinal)
                ? Found.NotShown("no Visual Studio with two MSBuilds is installed") : Found.Fail("visual-studio.txt");
    }

    /// <summary>A project that only copies, so that a build is killed while it does.</summary>
    private void WriteProject()
    {
        if (Directory.Exists(_copies))
        {
            return;
        }

        PackedPackage.Unpack("CopyOnWrite.Sdk", Path.Combine(_copies, "sdk"));
        string from = Directory.CreateDirectory(Path.Combine(_copies, "from")).FullName;
        for (int i = 0; i < Files; i++)
        {
            PatternFile.Write(Path.Combine(from, $"{i}"), i, Length, flush: false);
        }

        File.WriteAllText(Path.Combine(_copies, "copy.proj"), """
            <Project DefaultTargets="Build">
              <Import Project="sdk/Sdk/Sdk.props" />
              <Import Project="sdk/Sdk/Sdk.targets" />
              <Target Name="Build">
                <ItemGroup><From Include="from/*" /></ItemGroup>
                <Copy SourceFiles="@(From)" DestinationFolder="out" />
              </Target>
            </Project>
            """);
        File.WriteAllText(Path.Combine(_copies, "Directory.Build.props"), "<Project />");
    }

    private Process Start() => DotNet.Start(_copies, ["msbuild", "copy.proj", "-nologo", "-verbosity:quiet", "-nodeReuse:false"]);

    /// <summary>What is wrong with it: it fails, or the package's task did not copy.</summary>
    private async Task<string[]> BuildAsync()
    {
        DotNetResult build = await DotNet.RunAsync(
            _copies, ["msbuild", "copy.proj", "-nologo", "-verbosity:detailed", "-nodeReuse:false"], cancellation: cancel);
        return !build.Succeeded ? [$"a build ended with {Kept("copy", build)}"]
            : build.Output.Contains("CopyOnWrite: ", StringComparison.Ordinal) ? [] : ["the package's task did not copy"];
    }

    private static string[] Named(string folder) =>
        [.. Directory.EnumerateFiles(folder).Where(file => !Path.GetFileName(file).StartsWith('.'))];

    private static IEnumerable<string> WrongIn(string folder) => !Directory.Exists(folder) ? []
        : Named(folder).Select(file =>
            PatternFile.WhatIsWrong(file, int.Parse(Path.GetFileName(file), CultureInfo.InvariantCulture), Length)).OfType<string>();

    private string Kept(string name, DotNetResult result)
    {
        File.WriteAllText(Path.Combine(results, $"{name}.txt"), result.CommandLine + Environment.NewLine + result.Output);
        return $"exit code {result.ExitCode}: {name}.txt";
    }
}
