using System;

namespace CopyOnWrite.Artifacts;

/// <summary>The strategies that staging uses: this system's, and one that never clones.</summary>
internal static class StagingStrategy
{
    private static ICopyStrategy? s_cloning;
    private static ICopyStrategy? s_plain;

    internal static ICopyStrategy Get(bool clones) =>
        clones ? s_cloning ??= Tried(CopyStrategy.ForThisSystem() ?? CopyStrategy.WithoutClones()) : s_plain ??= Tried(CopyStrategy.WithoutClones());

    /// <summary>Looks at something: a system that is too old for the strategy lacks the call.</summary>
    private static ICopyStrategy Tried(ICopyStrategy strategy)
    {
        try
        {
            _ = strategy.TryLookAt(AppContext.BaseDirectory, out _);
            return strategy;
        }
        catch (Exception e) when (e is EntryPointNotFoundException or DllNotFoundException)
        {
            return new SystemStrategy();
        }
    }
}
