namespace CopyOnWrite.Sdk.Tests.Infrastructure;

/// <summary>
/// MSBuild servers, which build for one `dotnet` after another (DOTNET_CLI_USE_MSBUILD_SERVER). Most of a small build's processor time is
/// the runtime compiling MSBuild's code, which a server does once. Each has one build at a time and one package cache: MSBuild remembers
/// where a package's SDK is as long as the process lives (NuGetSdkResolver.cs of dotnet/msbuild).
/// </summary>
internal sealed class BuildServers : IDisposable
{
    private readonly ConcurrentDictionary<string, ConcurrentBag<ReusedNodes>> _idle = new();

    /// <param name="build">Gets the variables with which `dotnet` finds the server, or starts it.</param>
    internal DotNetResult Use(string packages, Func<IReadOnlyDictionary<string, string?>, DotNetResult> build)
    {
        ConcurrentBag<ReusedNodes> idle = _idle.GetOrAdd(packages, _ => []);
        ReusedNodes nodes = idle.TryTake(out ReusedNodes? one) ? one : new ReusedNodes();
        try
        {
            DotNetResult result = build(new Dictionary<string, string?>(nodes.Variables) { ["DOTNET_CLI_USE_MSBUILD_SERVER"] = "1" });

            // A server's client ends with 1 if it loses the connection before it has read the result (MSBuildClient.cs of dotnet/msbuild).
            bool isLost = result.ExitCode == 1 && result.Output.Contains("\nBuild succeeded.", StringComparison.Ordinal);
            return isLost ? result with { ExitCode = 0 } : result;
        }
        finally
        {
            idle.Add(nodes);
        }
    }

    public void Dispose() => _idle.Values.SelectMany(idle => idle).ToList().ForEach(nodes => nodes.Dispose());
}
