using System;
using System.Collections.Generic;
using System.IO;
using Microsoft.Build.Framework;

namespace CopyOnWrite.Tasks;

/// <summary>
/// Several sources for one destination. The built-in works through those of one spelling in their order and passes over a source that
/// stands twice in a row; two spellings of one path it copies at the same time. Here all of them come in their order. Paths that differ in
/// case only are one spelling where <see cref="PathNames"/> says that they are one path; they are left to it, as it deletes before it
/// copies and so the last one's spelling is the name of the file, which not every system's rename over a file gives it.
/// </summary>
internal sealed class Duplicates
{
    private readonly string[] _paths;
    private readonly int[] _previous;
    private readonly StringComparer _comparer;
    private readonly string? _sourcesBelow;
    private readonly HashSet<string> _spelledDifferently;
    private readonly HashSet<string> _inSeveralCases;
    private readonly HashSet<string> _left;

    private Duplicates(ITaskItem[] destinations, string[] paths, StringComparer comparer, string? sourcesBelow)
    {
        _paths = paths;
        _comparer = comparer;
        _sourcesBelow = sourcesBelow;
        _spelledDifferently = new HashSet<string>(comparer);
        _inSeveralCases = new HashSet<string>(comparer);
        _left = new HashSet<string>(comparer);
        _previous = new int[paths.Length];
        var lastOfPath = new Dictionary<string, int>(comparer);
        var lastOfSpelling = new Dictionary<string, int>(comparer);
        for (int i = 0; i < paths.Length; i++)
        {
            string spelling = destinations[i].ItemSpec;
            _previous[i] = lastOfSpelling.TryGetValue(spelling, out int previous) ? previous : -1;
            bool isAgain = lastOfPath.TryGetValue(paths[i], out int other);
            if (isAgain && !comparer.Equals(destinations[other].ItemSpec, spelling))
            {
                _spelledDifferently.Add(paths[i]);
            }

            if (isAgain && paths[other] != paths[i])
            {
                _inSeveralCases.Add(paths[i]);
            }

            lastOfSpelling[spelling] = i;
            lastOfPath[paths[i]] = i;
        }
    }

    /// <summary>Null when every destination stands once, as it nearly always does.</summary>
    /// <param name="comparer">Of paths: <see cref="PathNames.Comparer"/>.</param>
    /// <param name="sourcesBelow">
    /// The folder that relative sources are in, where their absolute paths tell whether two are one; null where the items' texts do.
    /// </param>
    internal static Duplicates? Find(ITaskItem[] destinations, string[] paths, StringComparer comparer, string? sourcesBelow)
    {
        if (paths.Length == 1)
        {
            return null;
        }

        var seen = new HashSet<string>(comparer);
        foreach (string path in paths)
        {
            if (!seen.Add(path))
            {
                return new Duplicates(destinations, paths, comparer, sourcesBelow);
            }
        }

        return null;
    }

    /// <summary>
    /// Whether the file before this one with the same spelling of the destination had this source too: an output, and nothing to do.
    /// </summary>
    internal bool IsRepeated(ITaskItem[] sources, int file) =>
        _previous[file] >= 0 && _comparer.Equals(PathOf(sources[_previous[file]]), PathOf(sources[file]));

    internal bool IsSpelledDifferently(int file) => _spelledDifferently.Contains(_paths[file]);

    /// <summary>Files of the call have this one's destination but for upper and lower case.</summary>
    internal bool IsInSeveralCases(int file) => _inSeveralCases.Contains(_paths[file]);

    /// <summary>From this file on its destination is the built-in's, so that the order stays.</summary>
    internal void Leave(int file) => _left.Add(_paths[file]);

    internal bool IsLeft(int file) => _left.Contains(_paths[file]);

    // Not normalised, as the built-in does not: "a" and "./a" are two (TaskEnvironment.GetAbsolutePath).
    private string PathOf(ITaskItem source) => _sourcesBelow is null ? source.ItemSpec : Path.Combine(_sourcesBelow, source.ItemSpec);
}
