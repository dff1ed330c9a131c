namespace CopyOnWrite.Tasks;

/// <summary>The state that all builds of a process share: the one mutable static of a task assembly. A process may have two.</summary>
internal sealed class TaskProcess
{
    private TaskProcess() { }

    // Makes no system call: a type initializer that fails would fail every Copy of every project.
    internal static TaskProcess Instance { get; } = new();

    /// <summary>The platform; null where this system has none.</summary>
    internal Platform? Platform { get; } = Platform.ForThisSystem();

    /// <summary>The system's message once a call that the platform needs was missing (old libc): then the built-in task copies.</summary>
    internal volatile string? MissingSystemCall;
}
