using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Sdk.Tests.Infrastructure;

/// <summary>What all builds of one test run share: a package cache on each volume and a compiler server. Both go with the run.</summary>
[TestClass]
public static class TestRun
{
    private static readonly string s_id = "cow-tests-" + Guid.NewGuid().ToString("N")[..12];
    private static readonly HashSet<string> s_caches = [];

    /// <summary>A compiler server of our own: starting csc for each project would be most of the time that builds of samples take.</summary>
    internal static IReadOnlyDictionary<string, string?> Variables { get; } = new Dictionary<string, string?>
    {
        ["UseSharedCompilation"] = "true",
        ["SharedCompilationId"] = s_id,
    };

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
        foreach (string process in Directory.EnumerateDirectories("/proc").Where(p => int.TryParse(Path.GetFileName(p), out _)))
        {
            EndIfOurs(process);
        }

        foreach (string cache in s_caches.Where(Directory.Exists))
        {
            Directory.Delete(cache, recursive: true);
        }
    }

    private static void EndIfOurs(string process)
    {
        try
        {
            // Only the server listens on a pipe of that name; csc clients of a run that is over are gone.
            if (File.ReadAllText(Path.Combine(process, "cmdline")).Contains(s_id, StringComparison.Ordinal))
            {
                Process.GetProcessById(int.Parse(Path.GetFileName(process), System.Globalization.CultureInfo.InvariantCulture)).Kill();
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException or InvalidOperationException)
        {
            // Gone in the meantime, or another user's.
        }
    }
}
