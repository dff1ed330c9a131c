using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace CopyOnWrite.Build.Benchmarks;

/// <summary>The volumes of eng/slow-volumes.sh while something runs: gone afterwards, also after a failure or Ctrl+C.</summary>
internal sealed class SlowVolumes : IAsyncDisposable
{
    private const string Script = "eng/slow-volumes.sh";

    private SlowVolumes(IReadOnlyList<Place> places) => Places = places;

    /// <summary>None where they cannot be had; the script has said why.</summary>
    internal IReadOnlyList<Place> Places { get; }

    internal static async Task<SlowVolumes> UpAsync(CancellationToken cancel)
    {
        try
        {
            if (!OperatingSystem.IsLinux() || await Shell.RunAsync("bash", [Script, "up"], cancel) != 0)
            {
                return new SlowVolumes([]);
            }

            Dictionary<string, string> volumes = await Shell.ReadVariablesAsync(Script, cancel);
            return new SlowVolumes([.. volumes.Values.Select(mounted => new Place(mounted, Measurement.Mount.FileSystemOf(mounted), Clones: true))]);
        }
        catch (OperationCanceledException)
        {
            await DownAsync();
            throw;
        }
    }

    public ValueTask DisposeAsync() => DownAsync();

    private static async ValueTask DownAsync()
    {
        if (OperatingSystem.IsLinux())
        {
            await Shell.RunAsync("bash", [Script, "down"], CancellationToken.None);
        }
    }
}
