using System;
using System.Threading;

namespace CopyOnWrite;

/// <summary>
/// How many helper threads the calls of a process may have at one time, all together; and whether its code was compiled already.
/// </summary>
internal sealed class HelperSlots
{
    // As many as the built-in has threads, less the calling one: what is waited for with slow files is not the processor.
    internal static readonly int Most = (Environment.ProcessorCount > 4 ? 6 : 4) - 1;
    internal static readonly int MostForQuickFiles = Math.Min(Most, Environment.ProcessorCount - 1);

    private int _taken;

    /// <summary>Whether a file was copied in this process: the first one's time says nothing, as its code is compiled meanwhile.</summary>
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
