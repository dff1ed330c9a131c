namespace CopyOnWrite.Tests.Windows;

/// <summary>Errors that calls of the model are to have, and how often each call was made.</summary>
internal sealed class Injections
{
    private readonly List<Injection> _injections = [];
    private readonly Dictionary<string, int> _counts = [];

    /// <summary>May throw, as if the process were killed there.</summary>
    internal Action? BeforeEachCall { get; set; }

    /// <summary>The calls from now on, in their order; null keeps none.</summary>
    internal List<string>? Log { get; set; }

    /// <param name="call">The method's name, or of a control "FSCTL_...".</param>
    /// <param name="when">For which paths; null for all.</param>
    internal Injection Add(string call, int error, int times = int.MaxValue, Func<string, bool>? when = null)
    {
        var injection = new Injection(call, error, when) { Left = times };
        _injections.Add(injection);
        return injection;
    }

    internal void Clear() => _injections.Clear();

    internal int CountOf(string call) => _counts.GetValueOrDefault(call);

    /// <summary>0 when the call is to go on.</summary>
    internal int For(string call, string path)
    {
        BeforeEachCall?.Invoke();
        _counts[call] = CountOf(call) + 1;
        Log?.Add(call);
        foreach (Injection injection in _injections)
        {
            if (injection.Call == call && injection.Left > 0 && (injection.When is null || injection.When(path)))
            {
                injection.Left--;
                injection.Met++;
                return injection.Error;
            }
        }

        return 0;
    }

    internal sealed class Injection(string call, int error, Func<string, bool>? when)
    {
        internal string Call { get; } = call;

        internal int Error { get; } = error;

        internal Func<string, bool>? When { get; } = when;

        internal int Left { get; set; }

        /// <summary>How often a call had the error.</summary>
        internal int Met { get; set; }
    }
}
