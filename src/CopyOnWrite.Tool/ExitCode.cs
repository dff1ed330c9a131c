namespace CopyOnWrite.Tool;

/// <summary>What each command ends with.</summary>
internal static class ExitCode
{
    internal const int Well = 0;

    /// <summary>The answer is there, and something in it needs attention.</summary>
    internal const int NeedsAttention = 1;

    /// <summary>There is no answer: wrong arguments, a path that does not exist, no permission.</summary>
    internal const int Misused = 2;
}
