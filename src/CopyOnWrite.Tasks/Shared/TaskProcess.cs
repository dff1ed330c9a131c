using System.Threading;

namespace CopyOnWrite.Tasks;

/// <summary>
/// What the calls of one process share: the one mutable static of a task assembly. A process that copies and stages has two, as it loads
/// two assemblies, and so twice the helpers.
/// </summary>
internal sealed class TaskProcess
{
    private const int VainWaitsBeforeGivingUp = 4;

    private int _vainWaits;
    private int _referenceLimitLogged;
    private string? _cacheProblemLogged;

    private TaskProcess()
    {
    }

    // Makes no system call: a type initializer that fails would fail every Copy of every project.
    internal static TaskProcess Instance { get; } = new();

    /// <summary>Null where there is none for this system.</summary>
    internal FileCloner? Cloner { get; } = FileCloner.ForThisSystem();

    internal ReportFile ReportFile { get; } = new();

    /// <summary>
    /// The system's sentence, once it lacked a call that the cloner needs (an old libc); from then on this process has the built-in task.
    /// </summary>
    internal volatile string? MissingSystemCall;

    /// <summary>
    /// A source that is really missing is to fail soon, as with the built-in, so a process that has waited in vain a few times waits no
    /// more.
    /// </summary>
    internal bool WaitsForMissingSources => Volatile.Read(ref _vainWaits) < VainWaitsBeforeGivingUp;

    internal void CountWait(bool inVain)
    {
        if (inVain)
        {
            Interlocked.Increment(ref _vainWaits);
        }
        else
        {
            Volatile.Write(ref _vainWaits, 0);
        }
    }

    /// <summary>True once.</summary>
    internal bool IsFirstReferenceLimit() => Interlocked.Exchange(ref _referenceLimitLogged, 1) == 0;

    /// <summary>False when this was the last text already.</summary>
    internal bool IsNewCacheProblem(string text) => Interlocked.Exchange(ref _cacheProblemLogged, text) != text;
}
