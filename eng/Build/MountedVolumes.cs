namespace CopyOnWrite.Build;

/// <summary>
/// Mounts the volumes of eng/volumes.sh, and unmounts them when disposed, also after a failure or Ctrl+C. Volumes
/// already named in the environment are used and left alone.
/// </summary>
internal sealed class MountedVolumes(bool mountedHere, IReadOnlyDictionary<string, string> variables) : IAsyncDisposable
{
    private const string Script = "eng/volumes.sh";

    /// <summary>COW_VOLUME_*, as eng/volumes.sh prints them; empty where volumes cannot be mounted.</summary>
    internal IReadOnlyDictionary<string, string> Variables => variables;

    /// <param name="cancel">Cancels and unmounts.</param>
    /// <exception cref="ProgramFailedException">A variable names a folder that is not on the volume that it stands for.</exception>
    internal static async Task<MountedVolumes> UpAsync(CancellationToken cancel)
    {
        IReadOnlyDictionary<string, string> given = BenchVolumes.FromEnvironment();
        if (TestVolumes.All.Select(volume => volume.Verify()).OfType<string>().FirstOrDefault() is { } wrong)
        {
            // After `eng/volumes.sh down` the folder is on the disk below: a campaign there would clone nothing, and find nothing.
            throw new ProgramFailedException(2, $"{wrong}. Run `eng/volumes.sh up` again, or unset the variable.");
        }

        if (given.Count > 0 || !OperatingSystem.IsLinux())
        {
            return new MountedVolumes(false, given);
        }

        try
        {
            await Shell.RunAsync("bash", [Script, "up"], cancel);
            (_, string lines) = await Shell.ReadAsync("bash", [Script, "env"], cancel);
            given = lines.Split('\n', StringSplitOptions.RemoveEmptyEntries)
                .Select(line => line.Split('=', 2))
                .ToDictionary(pair => pair[0], pair => pair[1]);
        }
        catch (OperationCanceledException)
        {
            await new MountedVolumes(true, given).DisposeAsync();
            throw;
        }

        return new MountedVolumes(true, given);
    }

    public async ValueTask DisposeAsync()
    {
        if (mountedHere)
        {
            await Shell.RunAsync("bash", [Script, "down"], CancellationToken.None);
        }
    }
}
