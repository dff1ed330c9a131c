using System;
using Microsoft.Build.Framework;

namespace CopyOnWrite.Tasks;

/// <summary>
/// Ends the filling of the cache with the build: MSBuild's nodes live on, and a script that deletes the repository behind the build is not
/// to fail (git clean does for a file that is renamed under it; on Windows the folder is in use). Or keeps the build from ending before the
/// files that it has copied are in the cache, as one that prepares an image of a machine.
/// </summary>
internal sealed class CacheAtTheEndOfTheBuild(CacheUpkeep upkeep) : IDisposable
{
    private bool _waits;

    /// <param name="waits">Whether a project asks for it: once is enough. Else the filling ends.</param>
    internal static void Register(IBuildEngine4 engine, CacheUpkeep upkeep, bool waits)
    {
        // The upkeep is the key as well: a process may have two, of copying and of staging. Each process of a build disposes of its own
        // objects at the end (RegisteredTaskObjectLifetime.Build). Two calls may come here at the same time (-mt).
        lock (upkeep)
        {
            if (engine.GetRegisteredTaskObject(upkeep, RegisteredTaskObjectLifetime.Build) is not CacheAtTheEndOfTheBuild end)
            {
                end = new CacheAtTheEndOfTheBuild(upkeep);
                engine.RegisterTaskObject(upkeep, end, RegisteredTaskObjectLifetime.Build, allowEarlyCollection: false);
            }

            end._waits |= waits;
        }
    }

    public void Dispose()
    {
        if (_waits)
        {
            upkeep.Wait();
        }
        else
        {
            upkeep.Stop();
        }
    }
}
