namespace CopyOnWrite.Build;

/// <summary>A program of eng/ that works on the packages: packs, builds the program, mounts the volumes, and runs it.</summary>
internal static class PackedProgram
{
    internal static async Task<int> RunAsync(
        string name, IEnumerable<string> arguments, (string Program, string[] Packages)[] tools, CancellationToken cancel)
    {
        int exitCode = await Pack.RunAsync(cancel);
        exitCode = exitCode != 0 ? exitCode : await Shell.BuildAsync($"eng/{name}", cancel);
        if (exitCode != 0)
        {
            return exitCode;
        }

        await TestTools.EnsureAsync(tools, cancel);
        await using MountedVolumes volumes = await MountedVolumes.UpAsync(cancel);
        string program = Path.Combine(Repository.Artifacts, "bin", $"CopyOnWrite.{name}", "release", $"CopyOnWrite.{name}.dll");
        return await Shell.RunAsync("dotnet", [program, .. arguments], cancel, volumes.Variables);
    }
}
