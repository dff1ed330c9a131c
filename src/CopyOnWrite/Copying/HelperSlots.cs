using System;
using System.Threading;

namespace CopyOnWrite;

/// <summary>
/// Limits the helper threads of all calls of a process; and remembers whether its code was compiled already.
/// </summary>
internal sealed class HelperSlots
{
    // As many as the built-in has threads, less the calling one: with slow files the processor is not the limit.
    internal static readonly int Most = (Environment.ProcessorCount > 4 ? 6 : 4) - 1;
    internal static readonly int MostForQuickFiles = Math.Min(Most, Environment.ProcessorCount - 1);

    private int _taken;

    /// <summary>Whether a file was copied in this process: the first one's time includes compiling the code.</summary>
    internal bool IsWarm { get; set; }

    internal bool TryTake()
    {
        if (Interlocked.Increment(ref _taken) <= Most)
        {
            return true;
        }

        _ = Interlocked.Decrement(ref _taken);
        return false;
    }

    internal void Return() => Interlocked.Decrement(ref _taken);
}
