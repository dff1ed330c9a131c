using System;
using System.Collections.Generic;

namespace CopyOnWrite.Artifacts;

/// <summary>Items that are single files, collected while they can be staged in any order: a glob makes thousands of them.</summary>
internal sealed class SingleFiles
{
    private readonly HashSet<string> _sources = new(StringComparer.OrdinalIgnoreCase);
    private readonly Dictionary<string, string> _destinations = new(StringComparer.OrdinalIgnoreCase);
    private readonly Dictionary<string, string> _lastSources = new(StringComparer.Ordinal);

    // What was staged in this call, to recognise a source that it has changed; ignores case where the system does.
    private readonly HashSet<string> _made = new(StringComparer.OrdinalIgnoreCase);
    private List<FileToStage> _files = new();

    internal bool Any => _files.Count > 0;

    /// <summary>Whether one of them is staged to this path.</summary>
    internal bool Make(string path) => _destinations.ContainsKey(path);

    /// <summary>Whether this call staged the same file there before, and nothing else since.</summary>
    internal bool IsRepeated(string from, string to) =>
        _lastSources.TryGetValue(to, out string? last) && last == from && !_made.Contains(from);

    /// <summary>Whether this one must wait until the collected ones are staged.</summary>
    /// <param name="collides">One of them has a destination that differs only in case.</param>
    internal bool Conflict(string from, string to, out bool collides)
    {
        bool isTaken = _destinations.TryGetValue(to, out string? taken);
        collides = isTaken && taken != to;
        return isTaken || _destinations.ContainsKey(from) || _sources.Contains(to);
    }

    internal void Add(in FileToStage file, string from, string to)
    {
        _files.Add(file);
        _sources.Add(from);
        _destinations[to] = to;
        _lastSources[to] = from;
        _made.Add(to);
    }

    internal List<FileToStage> Take()
    {
        List<FileToStage> taken = _files;
        if (taken.Count > 0)
        {
            _files = new List<FileToStage>();
            _sources.Clear();
            _destinations.Clear();
        }

        return taken;
    }

    internal void ForgetRepetitions()
    {
        _lastSources.Clear();
        _made.Clear();
    }
}
