namespace CopyOnWrite.Tasks;

/// <summary>
/// The state that a build's calls share in one process. The engine drops it when the build ends; processes outlive builds.
/// </summary>
internal sealed class BuildState
{
    private const int VainWaitsBeforeGivingUp = 4;

    private readonly HashSet<string> _problemsLogged = new();
    private int _vainWaits;

    private BuildState() { }

    /// <summary>A missing source must fail soon, as with the built-in task: after a few useless waits a build waits no more.</summary>
    internal bool WaitsForMissingSources => Volatile.Read(ref _vainWaits) < VainWaitsBeforeGivingUp;

    // The type is the key, and each version of the assembly that a process has loaded has its own.
    internal static BuildState Of(IBuildEngine4 engine)
    {
        lock (TaskProcess.Instance)
        {
            if (RegisteredObjects.Find(engine, typeof(BuildState)) is not BuildState state)
            {
                state = new BuildState();
                RegisteredObjects.Register(engine, typeof(BuildState), state);
            }

            return state;
        }
    }

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
