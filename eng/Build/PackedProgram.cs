namespace CopyOnWrite.Build;

/// <summary>A program of eng/ that works on the packages: packs, builds the program, mounts the volumes, and runs it.</summary>
internal static class PackedProgram
{
    internal static async Task<int> RunAsync(
        string name, IEnumerable<string> arguments, (string Program, string[] Packages)[] tools, CancellationToken cancel)
    {
        await Pack.RunAsync(cancel);
        await Shell.BuildAsync($"eng/{name}", cancel);
        await TestTools.EnsureAsync(tools, cancel);
        await using MountedVolumes volumes = await MountedVolumes.UpAsync(cancel);
        return await Shell.RunAsync("dotnet", [RepositoryRoot.Built($"CopyOnWrite.{name}"), .. arguments], cancel, volumes.Variables);
    }
}
