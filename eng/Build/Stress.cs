namespace CopyOnWrite.Build;

/// <summary>
/// <c>build stress</c>, on Windows: the stress of clones of just-written sources
/// (tests/CopyOnWrite.Tests/OnWindows/CloneStressOnWindows.cs) on each volume that the environment names and that clones. Under Wine the
/// tests run the same program themselves.
/// </summary>
internal static class Stress
{
    private const string Project = "CopyOnWrite.Tests";

    internal static async Task<int> RunAsync(CancellationToken cancel)
    {
        if (!OperatingSystem.IsWindows())
        {
            throw new ProgramFailedException(
                3, "The stress is for ReFS and Dev Drives, on Windows. Elsewhere ./build.sh test runs it under Wine.");
        }

        await using MountedVolumes volumes = await MountedVolumes.UpAsync(cancel);
        using var found = BenchVolumes.Find(volumes.Variables, "stress");
        BenchVolume[] cloning = [.. found.Each.Where(volume => volume.Clones)];
        if (cloning.Length == 0)
        {
            throw new ProgramFailedException(3, "No volume here clones: eng/New-ReFSVolume.ps1 or eng/New-DevDrive.ps1 makes one.");
        }

        await Shell.BuildAsync($"tests/{Project}", cancel);
        int failed = 0;
        foreach (BenchVolume volume in cloning)
        {
            Console.WriteLine($"The stress on {volume.FileSystem}, {volume.Folder}");
            string[] arguments =
                ["test", RepositoryRoot.Built(Project), "--filter", "TestCategory=Stress", "--logger", "console;verbosity=detailed"];
            var environment = new Dictionary<string, string> { ["COW_STRESS_FOLDER"] = volume.Folder };
            failed |= await Shell.RunAsync("dotnet", arguments, cancel, environment);
        }

        return failed == 0 ? 0 : 1;
    }
}
