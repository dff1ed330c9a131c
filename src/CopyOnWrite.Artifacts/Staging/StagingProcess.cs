using System;
using CopyOnWrite.Tasks;

namespace CopyOnWrite.Artifacts;

/// <summary>The cloners that staging uses: this system's, and one that never clones.</summary>
internal sealed class StagingProcess
{
    private FileCloner? _cloning;
    private FileCloner? _copying;

    private StagingProcess()
    {
    }

    internal static StagingProcess Instance { get; } = new();

    internal FileCloner Cloner(bool clones) =>
        clones
            ? _cloning ??= Tried(TaskProcess.Instance.Cloner ?? FileCloner.WithoutClones())
            : _copying ??= Tried(FileCloner.WithoutClones());

    /// <summary>Looks at something: a system that is too old for the cloner lacks the call.</summary>
    private static FileCloner Tried(FileCloner cloner)
    {
        try
        {
            _ = cloner.TryStat(AppContext.BaseDirectory, out _);
            return cloner;
        }
        catch (Exception e) when (e is EntryPointNotFoundException or DllNotFoundException)
        {
            return new SystemCloner();
        }
    }
}
