using System;
using Microsoft.Build.Framework;

namespace CopyOnWrite.Tasks;

/// <summary>
/// Ends the filling of the cache with the build: MSBuild's nodes live on, and a script that deletes the repository after the build must not
/// fail (git clean fails if a file is renamed meanwhile; on Windows the folder is in use). Or keeps the build from ending before the
/// copied files are in the cache, for a build that prepares a machine's image.
/// </summary>
internal sealed class CacheAtTheEndOfTheBuild(CacheFiller filler) : IDisposable
{
    private bool _waits;

    /// <param name="waits">Whether the build waits for the cache, which one project can request; otherwise the filling ends.</param>
    internal static void Register(IBuildEngine4 engine, CacheFiller filler, bool waits)
    {
        // The filler is also the key: a process may have two, of copying and of staging. Each process of a build disposes of its registered
        // objects at the end (RegisteredTaskObjectLifetime.Build). Two calls may come here at the same time (-mt).
        lock (filler)
        {
            if (engine.GetRegisteredTaskObject(filler, RegisteredTaskObjectLifetime.Build) is not CacheAtTheEndOfTheBuild end)
            {
                end = new CacheAtTheEndOfTheBuild(filler);
                engine.RegisterTaskObject(filler, end, RegisteredTaskObjectLifetime.Build, allowEarlyCollection: false);
            }

            end._waits |= waits;
        }
    }

    public void Dispose()
    {
        if (_waits)
        {
            filler.Wait();
        }
        else
        {
            filler.Stop();
        }
    }
}
