namespace CopyOnWrite.Tests;

/// <summary>Flushes recent sources in every call, as CopyOnWriteFlushSources=true does.</summary>
internal sealed class FlushingPlatform(Win32Calls calls) : WindowsPlatform(calls, new Refusals())
{
    internal override CloneWorker NewWorker(CloneCall cloneCall) => base.NewWorker(cloneCall with { FlushesSources = true });
}
