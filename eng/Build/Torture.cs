using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace CopyOnWrite.Build;

/// <summary><c>./build.sh torture</c>: packs, mounts the volumes, and runs the campaigns of eng/Torture against the package.</summary>
internal static class Torture
{
    internal static async Task<int> RunAsync(IEnumerable<string> arguments, CancellationToken cancel)
    {
        int exitCode = await Pack.RunAsync(cancel);
        exitCode = exitCode != 0
            ? exitCode
            : await Shell.RunAsync(
                "dotnet", ["build", "eng/Torture", "--configuration", "Release", "--nologo", "--verbosity", "quiet"], cancel);
        if (exitCode != 0)
        {
            return exitCode;
        }

        await TestTools.EnsureAsync(cancel);
        await using MountedVolumes volumes = await MountedVolumes.UpAsync(cancel);
        string program = Path.Combine(Repository.Artifacts, "bin", "CopyOnWrite.Torture", "release", "CopyOnWrite.Torture.dll");
        return await Shell.RunAsync("dotnet", [program, .. arguments], cancel, volumes.Variables);
    }
}
