using System.Collections.Generic;
using System.Threading;

namespace CopyOnWrite.Tasks;

/// <summary>
/// The state that the calls of one process share: the one mutable static of a task assembly. A process that copies and stages has two, as
/// it loads two assemblies, and so twice the helpers.
/// </summary>
internal sealed class TaskProcess
{
    private const int VainWaitsBeforeGivingUp = 4;

    private readonly HashSet<string> _problemsLogged = new();
    private int _vainWaits;

    private TaskProcess()
    {
    }

    // Makes no system call: a type initializer that fails would fail every Copy of every project.
    internal static TaskProcess Instance { get; } = new();

    /// <summary>The platform; null where this system has none.</summary>
    internal Platform? Platform { get; } = Platform.ForThisSystem();

    internal ReportFile ReportFile { get; } = new();

    /// <summary>
    /// The system's message, once a call that the platform needs was missing (an old libc); from then on the built-in task copies.
    /// </summary>
    internal volatile string? MissingSystemCall;

    /// <summary>A missing source must fail soon, as with the built-in task: after a few useless waits a process waits no more.</summary>
    internal bool WaitsForMissingSources => Volatile.Read(ref _vainWaits) < VainWaitsBeforeGivingUp;

    internal void CountWait(bool inVain) =>
        _ = inVain ? Interlocked.Increment(ref _vainWaits) : Interlocked.Exchange(ref _vainWaits, 0);

    /// <summary>False when the text was logged before.</summary>
    internal bool IsNewProblem(string text)
    {
        lock (_problemsLogged)
        {
            return _problemsLogged.Add(text);
        }
    }
}
