using System.Collections.Generic;

namespace CopyOnWrite.Artifacts;

/// <summary>
/// What staging did with the files of an item: of those that were up to date only their number, unless the log or an output lists each.
/// </summary>
internal sealed class StagedResults
{
    private readonly bool _keepsUnchanged;
    private readonly List<FileToStage> _files = new();
    private readonly List<StagedResult> _results = new();

    internal StagedResults(bool keepsUnchanged) => _keepsUnchanged = keepsUnchanged;

    internal int Count => _results.Count;

    /// <summary>Those that are not kept.</summary>
    internal int Unchanged { get; set; }

    internal StagedResult this[int i]
    {
        get => _results[i];
        set => _results[i] = value;
    }

    internal FileToStage FileAt(int i) => _files[i];

    internal void Add(in FileToStage file, in StagedResult result)
    {
        if (result.What == StagedResult.State.Unchanged && !_keepsUnchanged)
        {
            Unchanged++;
            return;
        }

        _files.Add(file);
        _results.Add(result);
    }
}
