namespace CopyOnWrite.Build;

/// <summary>
/// <c>build msbuild</c>: a repository built by the packed SDK with Visual Studio's MSBuild.exe, which runs on .NET Framework, on each
/// volume that the environment names; the clones proved by the extents where the volume clones, the outputs compared with those of the
/// built-in task.
/// </summary>
internal static class VisualStudio
{
    /// <param name="msbuild">Another MSBuild than the newest that Visual Studio's installer knows.</param>
    /// <param name="cancel">Ends the running build.</param>
    internal static async Task<int> RunAsync(string? msbuild, CancellationToken cancel)
    {
        msbuild ??= await FindAsync(cancel);
        if (msbuild is null)
        {
            Console.Error.WriteLine(
                "No Visual Studio or Build Tools with MSBuild is installed here; name an MSBuild.exe with --msbuild. Nothing was built.");
            return Environment.GetEnvironmentVariable("CI") == "true" ? 3 : 0;
        }

        await Pack.RunAsync(cancel);
        await using MountedVolumes volumes = await MountedVolumes.UpAsync(cancel);
        using var found = BenchVolumes.Find(volumes.Variables, "msbuild");
        var wrong = new List<string>();
        foreach (BenchVolume volume in found.Each)
        {
            Console.WriteLine(
                $"{msbuild} on {volume.FileSystem}, {volume.Folder}, which {(volume.Clones ? "clones" : "does not clone")}");
            wrong.AddRange(await BuildAsync(msbuild, volume, cancel));
        }

        Console.WriteLine(
            wrong.Count == 0
                ? "Built, and as it should be."
                : string.Join(Environment.NewLine, wrong.Prepend($"{wrong.Count} wrong:")));
        return wrong.Count == 0 ? 0 : 1;
    }

    private static async Task<IReadOnlyList<string>> BuildAsync(string msbuild, BenchVolume volume, CancellationToken cancel)
    {
        var ours = new VisualStudioRepository(volume, msbuild, withSdk: true);
        var builtIn = new VisualStudioRepository(volume, msbuild, withSdk: false);
        string[] wrong = [.. await ours.BuildAsync(cancel), .. await builtIn.BuildAsync(cancel)];
        return wrong.Length > 0
            ? wrong
            : [.. ours.CompareWith(builtIn), .. ours.ProveClones(volume.Clones), .. await ours.BuildAgainAsync(cancel)];
    }

    // As the page of vswhere, which every installer since that of Visual Studio 2017 brings along, says to find MSBuild.
    private static async Task<string?> FindAsync(CancellationToken cancel)
    {
        string locator = Path.Combine(
            Environment.GetFolderPath(Environment.SpecialFolder.ProgramFilesX86), "Microsoft Visual Studio", "Installer", "vswhere.exe");
        if (!OperatingSystem.IsWindows() || !File.Exists(locator))
        {
            return null;
        }

        (_, string found) = await Shell.ReadAsync(
            locator,
            ["-latest", "-prerelease", "-products", "*", "-requires", "Microsoft.Component.MSBuild", "-find",
                @"MSBuild\**\Bin\MSBuild.exe"],
            cancel);
        return found.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries).FirstOrDefault();
    }
}
