using System;
using Microsoft.Build.Framework;

namespace CopyOnWrite.Tasks;

/// <summary>Keeps a build from ending before what it has copied is in the cache, for who takes the cache elsewhere then.</summary>
internal sealed class CacheWait : IDisposable
{
    private readonly CacheFiller _filler;

    private CacheWait(CacheFiller filler) => _filler = filler;

    internal static void AtTheEndOfTheBuild(IBuildEngine4 engine, CacheFiller filler)
    {
        // The object is the key as well: a process may have two fillers, of copying and of staging. Each process of a build disposes of its
        // own objects at the end (RegisteredTaskObjectLifetime.Build).
        if (engine.GetRegisteredTaskObject(filler, RegisteredTaskObjectLifetime.Build) is null)
        {
            engine.RegisterTaskObject(filler, new CacheWait(filler), RegisteredTaskObjectLifetime.Build, allowEarlyCollection: false);
        }
    }

    public void Dispose() => _filler.Wait();
}
