using System.Threading;

namespace CopyOnWrite;

/// <summary>The build's wish to end, which also ends a wait.</summary>
internal sealed class Cancellation
{
    private readonly object _requesting = new();
    private volatile bool _isRequested;

    internal bool IsRequested => _isRequested;

    internal void Request()
    {
        lock (_requesting)
        {
            _isRequested = true;
            Monitor.PulseAll(_requesting);
        }
    }

    /// <summary>True when the build wishes to end.</summary>
    internal bool Wait(int milliseconds)
    {
        lock (_requesting)
        {
            return _isRequested || Monitor.Wait(_requesting, milliseconds);
        }
    }
}
