namespace CopyOnWrite.Build;

/// <summary>
/// A program for .NET Framework, which every Visual Studio builds whatever .NET SDKs it has, with a library, a package and a content file.
/// The library carries a resource, so that the assembly that the compiler has just written is large enough to be a clone.
/// </summary>
internal sealed class VisualStudioRepository(BenchVolume volume, string msbuild, bool withSdk)
{
    private const string Framework = "net472";
    private const int LargeBytes = 1 << 20;

    private readonly string _folder = Path.Combine(volume.Folder, withSdk ? "with-sdk" : "built-in");
    private readonly string _packages = Path.Combine(volume.Folder, "packages");

    private string Output => Path.Combine(_folder, "App", "bin", "Debug", Framework);

    /// <summary>The faults.</summary>
    internal async Task<IReadOnlyList<string>> BuildAsync(CancellationToken cancel)
    {
        Write();
        (int exitCode, string log) = await RunAsync(["-restore"], cancel);
        string[] lines = OurLines(log);
        foreach (string line in lines)
        {
            Console.WriteLine(line);
        }

        return exitCode != 0 ? [$"{_folder}: MSBuild ended with {exitCode}{Environment.NewLine}{log}"]
            : withSdk != lines.Length > 0 ? [$"{_folder}: {lines.Length} lines of our task in the log"]
            : [];
    }

    /// <summary>The faults of a build with nothing to do.</summary>
    internal async Task<IReadOnlyList<string>> BuildAgainAsync(CancellationToken cancel)
    {
        (int exitCode, string log) = await RunAsync([], cancel);
        return exitCode != 0 ? [$"{_folder}: the second build ended with {exitCode}{Environment.NewLine}{log}"]
            : [.. OurLines(log)
                .Where(line => Regex.IsMatch(line, @" [1-9][\d,]* (cloned|copied)\b"))
                .Select(line => $"The second build made files again: {line}")];
    }

    /// <summary>A line for each output that differs from the other repository's, or is in one of them only.</summary>
    internal IReadOnlyList<string> CompareWith(VisualStudioRepository other) =>
        TreeSnapshot.Take(Output).Differences(TreeSnapshot.Take(other.Output), MtimeComparison.None);

    /// <summary>
    /// Content and time of each copy, and where the volume clones, whether it shares all its clusters with its source: the faults. A file
    /// that was just compiled may have been copied, if something had it open; its result is written.
    /// </summary>
    internal IReadOnlyList<string> ProveClones(bool clones)
    {
        var wrong = new List<string>();
        foreach ((string source, string copy, bool settled) in Copies())
        {
            long length = new FileInfo(source).Length;
            long common = Extents.BytesInCommon(source, copy);
            Console.WriteLine($"  {Path.GetRelativePath(_folder, copy)}: {length} bytes, {common} in common with {source}");
            if (!File.ReadAllBytes(source).AsSpan().SequenceEqual(File.ReadAllBytes(copy))
                || File.GetLastWriteTimeUtc(source) != File.GetLastWriteTimeUtc(copy))
            {
                wrong.Add($"{copy} is not as {source}");
            }

            if (clones && settled && common < length)
            {
                wrong.Add($"{copy} has {common} of {length} bytes in common with {source}: no clone");
            }
        }

        return wrong;
    }

    private IEnumerable<(string Source, string Copy, bool Settled)> Copies()
    {
        string library = Path.Combine(_folder, "Library");
        string compiled = Path.Combine(library, "obj", "Debug", Framework, "Library.dll");
        yield return (compiled, Path.Combine(library, "bin", "Debug", Framework, "Library.dll"), false);
        yield return (compiled, Path.Combine(Output, "Library.dll"), false);
        yield return (Path.Combine(_folder, "App", "content", "large.bin"), Path.Combine(Output, "content", "large.bin"), true);
        yield return (
            Path.Combine(_packages, "newtonsoft.json", "13.0.3", "lib", "net45", "Newtonsoft.Json.dll"),
            Path.Combine(Output, "Newtonsoft.Json.dll"),
            true);
    }

    private Task<(int ExitCode, string Output)> RunAsync(string[] arguments, CancellationToken cancel) => Shell.ReadAsync(
        msbuild,
        [
            Path.Combine(_folder, "App", "App.csproj"),
            "-nologo",
            "-nodeReuse:false",
            "-verbosity:detailed",
            "-p:UseSharedCompilation=false",
            .. arguments,
        ],
        cancel,
        new Dictionary<string, string> { ["NUGET_PACKAGES"] = _packages });

    private static string[] OurLines(string log) =>
        [.. Regex.Matches(log, @"^\s*(CopyOnWrite: [\d,]+ cloned .*?)\r?$", RegexOptions.Multiline).Select(line => line.Groups[1].Value)];

    private void Write()
    {
        SampleRepository.Create(
            Path.Combine(Repository.Root, "eng", "VisualStudio"), _folder, Repository.Packages,
            withSdk ? PackedPackage.VersionOf("CopyOnWrite.Sdk") : null);
        var large = new byte[LargeBytes];
        new Random(1).NextBytes(large);
        File.WriteAllBytes(Path.Combine(_folder, "App", "content", "large.bin"), large);
        File.WriteAllBytes(Path.Combine(_folder, "Library", "large.bin"), large);
    }
}
