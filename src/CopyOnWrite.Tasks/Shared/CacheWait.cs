using System;
using Microsoft.Build.Framework;

namespace CopyOnWrite.Tasks;

/// <summary>
/// Keeps a build from ending before the files that it has copied are in the cache: as one that prepares an image of a machine.
/// </summary>
internal sealed class CacheWait : IDisposable
{
    private readonly CacheUpkeep _upkeep;

    private CacheWait(CacheUpkeep upkeep) => _upkeep = upkeep;

    internal static void AtTheEndOfTheBuild(IBuildEngine4 engine, CacheUpkeep upkeep)
    {
        // The object is the key as well: a process may have two of them, of copying and of staging. Each process of a build disposes of its
        // own objects at the end (RegisteredTaskObjectLifetime.Build).
        if (engine.GetRegisteredTaskObject(upkeep, RegisteredTaskObjectLifetime.Build) is null)
        {
            engine.RegisterTaskObject(upkeep, new CacheWait(upkeep), RegisteredTaskObjectLifetime.Build, allowEarlyCollection: false);
        }
    }

    public void Dispose() => _upkeep.Wait();
}
