using Microsoft.Build.Framework;

namespace CopyOnWrite.Tasks;

/// <summary>
/// Objects that the engine keeps until the build ends. Never asked for by two threads at once: with -mt, two nodes of a process may each
/// make the engine's collection, and what was registered in one of them is lost (BuildComponentEntry.GetInstance in
/// BuildComponentFactoryCollection.cs of dotnet/msbuild, which takes no lock; seen with 18.9 and 18.12.2).
/// </summary>
internal static class RegisteredObjects
{
    private static readonly object s_lock = new();

    /// <summary>Null if nothing was registered in this build.</summary>
    internal static object? Find(IBuildEngine4 engine, object key)
    {
        lock (s_lock)
        {
            return engine.GetRegisteredTaskObject(key, RegisteredTaskObjectLifetime.Build);
        }
    }

    internal static void Register(IBuildEngine4 engine, object key, object value)
    {
        lock (s_lock)
        {
            engine.RegisterTaskObject(key, value, RegisteredTaskObjectLifetime.Build, allowEarlyCollection: false);
        }
    }
}
