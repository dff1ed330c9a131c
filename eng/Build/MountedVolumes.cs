using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace CopyOnWrite.Build;

/// <summary>
/// The volumes of eng/volumes.sh while something runs: mounted before, gone afterwards, also after a failure or Ctrl+C. Volumes that are
/// named in the environment already are used as they are and left alone.
/// </summary>
internal sealed class MountedVolumes : IAsyncDisposable
{
    private const string Script = "eng/volumes.sh";
    private const string Prefix = "COW_VOLUME_";

    private readonly bool _mountedHere;

    private MountedVolumes(bool mountedHere, IReadOnlyDictionary<string, string> variables)
    {
        _mountedHere = mountedHere;
        Variables = variables;
    }

    /// <summary>COW_VOLUME_*, as eng/volumes.sh prints them; empty where volumes cannot be mounted.</summary>
    internal IReadOnlyDictionary<string, string> Variables { get; }

    internal static async Task<MountedVolumes> UpAsync(CancellationToken cancel)
    {
        var given = new Dictionary<string, string>();
        foreach (System.Collections.DictionaryEntry variable in Environment.GetEnvironmentVariables())
        {
            if (((string)variable.Key).StartsWith(Prefix, StringComparison.Ordinal))
            {
                given[(string)variable.Key] = (string)variable.Value!;
            }
        }

        if (given.Count > 0 || !OperatingSystem.IsLinux())
        {
            return new MountedVolumes(false, given);
        }

        await Shell.RunAsync("bash", [Script, "up"], cancel);
        try
        {
            (_, string lines) = await Shell.ReadAsync("bash", [Script, "env"], cancel);
            foreach (string line in lines.Split('\n', StringSplitOptions.RemoveEmptyEntries))
            {
                int equals = line.IndexOf('=', StringComparison.Ordinal);
                given[line[..equals]] = line[(equals + 1)..];
            }
        }
        catch (OperationCanceledException)
        {
            await new MountedVolumes(true, given).DisposeAsync();
            throw;
        }

        return new MountedVolumes(given.Count > 0, given);
    }

    public async ValueTask DisposeAsync()
    {
        if (_mountedHere)
        {
            await Shell.RunAsync("bash", [Script, "down"], CancellationToken.None);
        }
    }
}
