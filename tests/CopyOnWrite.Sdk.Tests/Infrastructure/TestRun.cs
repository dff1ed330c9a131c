namespace CopyOnWrite.Sdk.Tests.Infrastructure;

/// <summary>What all builds of one test run share: package caches, MSBuild servers, and the compiler server of the run.</summary>
[TestClass]
public static class TestRun
{
    private static readonly string s_id = "cow-tests-" + Guid.NewGuid().ToString("N")[..12];
    private static readonly HashSet<string> s_caches = [];
    private static readonly CompilerServer s_compilerServer = CompilerServer.OfTheRun();

    internal static BuildServers Servers { get; } = new();

    internal static IReadOnlyDictionary<string, string?> Variables => s_compilerServer.Variables;

    /// <summary>The package cache for builds on this volume, empty when the run began: no other run's package is taken for ours.</summary>
    internal static string PackageCache(string volume)
    {
        string cache = Path.Combine(volume, s_id);
        lock (s_caches)
        {
            s_caches.Add(cache);
        }

        return cache;
    }

    [AssemblyCleanup]
    public static void End()
    {
        Servers.Dispose();
        s_compilerServer.Dispose();
        SettledFiles.Delete();
        s_caches.Where(Directory.Exists).ToList().ForEach(cache => Directory.Delete(cache, recursive: true));
    }
}
