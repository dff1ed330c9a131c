using System;
using System.Collections.Generic;
using Microsoft.Build.Framework;

namespace CopyOnWrite.Tasks;

/// <summary>
/// Several sources for one destination. The built-in works through those of one spelling in their order and passes over a source that
/// stands twice in a row; two spellings of one path it copies at the same time. Here all of them come in their order.
/// </summary>
internal sealed class Duplicates
{
    private readonly string[] _paths;
    private readonly int[] _previous;
    private readonly HashSet<string> _spelledDifferently = new(StringComparer.Ordinal);
    private readonly HashSet<string> _left = new(StringComparer.Ordinal);

    private Duplicates(ITaskItem[] destinations, string[] paths)
    {
        _paths = paths;
        _previous = new int[paths.Length];
        var lastOfPath = new Dictionary<string, int>(StringComparer.Ordinal);
        var lastOfSpelling = new Dictionary<string, int>(StringComparer.Ordinal);
        for (int i = 0; i < paths.Length; i++)
        {
            string spelling = destinations[i].ItemSpec;
            _previous[i] = lastOfSpelling.TryGetValue(spelling, out int previous) ? previous : -1;
            if (lastOfPath.TryGetValue(paths[i], out int other) && destinations[other].ItemSpec != spelling)
            {
                _spelledDifferently.Add(paths[i]);
            }

            lastOfSpelling[spelling] = i;
            lastOfPath[paths[i]] = i;
        }
    }

    /// <summary>Null when every destination stands once, as it nearly always does.</summary>
    internal static Duplicates? Find(ITaskItem[] destinations, string[] paths)
    {
        if (paths.Length == 1)
        {
            return null;
        }

        var seen = new HashSet<string>(StringComparer.Ordinal);
        foreach (string path in paths)
        {
            if (!seen.Add(path))
            {
                return new Duplicates(destinations, paths);
            }
        }

        return null;
    }

    /// <summary>The file before this one with the same spelling of the destination; -1 when it is the first.</summary>
    internal int PreviousOf(int file) => _previous[file];

    internal bool IsSpelledDifferently(int file) => _spelledDifferently.Contains(_paths[file]);

    /// <summary>From this file on its destination is the built-in's, so that the order stays.</summary>
    internal void Leave(int file) => _left.Add(_paths[file]);

    internal bool IsLeft(int file) => _left.Contains(_paths[file]);
}
