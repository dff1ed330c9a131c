using System.Collections.Generic;

namespace CopyOnWrite.Artifacts;

/// <summary>
/// What staging did with the files of an item: of those that were up to date only their number, unless the log or an output lists each.
/// </summary>
internal sealed class StagedResults
{
    private readonly bool _keepsUnchanged;

    internal StagedResults(bool keepsUnchanged) => _keepsUnchanged = keepsUnchanged;

    internal List<(FileToStage File, StagedResult Result)> Kept { get; } = new();

    internal int Unchanged { get; set; }

    internal void Add(in FileToStage file, in StagedResult result)
    {
        Unchanged += result.What == StagedResult.State.Unchanged ? 1 : 0;
        if (result.What != StagedResult.State.Unchanged || _keepsUnchanged)
        {
            Kept.Add((file, result));
        }
    }
}
