using System.Collections.Generic;

namespace CopyOnWrite.Artifacts;

/// <summary>
/// What staging did with the files of an item: for unchanged ones only their number, unless the log or an output lists each.
/// </summary>
internal sealed class StagedResults(bool keepsUnchanged)
{
    internal List<(FileToStage File, StagedResult Result)> Kept { get; } = new();

    internal int Unchanged { get; set; }

    internal void Add(in FileToStage file, in StagedResult result)
    {
        Unchanged += result.What == StagedState.Unchanged ? 1 : 0;
        if (result.What != StagedState.Unchanged || keepsUnchanged)
        {
            Kept.Add((file, result));
        }
    }
}
