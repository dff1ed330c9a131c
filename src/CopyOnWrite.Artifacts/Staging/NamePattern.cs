using System;
using System.IO;

namespace CopyOnWrite.Artifacts;

/// <summary>
/// One name of a FileMatch, FileExclude or DirExclude, parsed once. * means any characters, separators included, ? one or
/// none; there are no other wildcards, so brackets are brackets. Case counts except on Windows.
/// </summary>
internal readonly struct NamePattern
{
    internal static readonly StringComparison Comparison = Path.DirectorySeparatorChar == '\\'
        ? StringComparison.OrdinalIgnoreCase
        : StringComparison.Ordinal;

    private readonly string _text;

    internal NamePattern(string text)
    {
        text = Path.DirectorySeparatorChar == '\\' ? text.Replace('/', '\\') : text.Replace('\\', '/');
        _text = text.Length > 1 ? text.TrimEnd(Path.DirectorySeparatorChar) : text;
        IsWildcard = _text.IndexOf('*') >= 0 || _text.IndexOf('?') >= 0;
    }

    internal bool IsWildcard { get; }

    internal bool IsRooted => !IsWildcard && Path.IsPathRooted(_text);

    internal bool Matches(string name) => IsWildcard ? MatchesWildcards(name) : name.Equals(_text, Comparison);

    /// <summary>Whether the path ends with these parts: "bin/ref" ends with "ref", "bin/xref" does not.</summary>
    internal bool IsEndOf(string path) =>
        path.EndsWith(_text, Comparison)
        && (path.Length == _text.Length || path[path.Length - _text.Length - 1] == Path.DirectorySeparatorChar);

    /// <summary>
    /// Tracks all positions of the pattern that the name so far can reach: the time is at most the pattern's length times the name's.
    /// </summary>
    private bool MatchesWildcards(string name)
    {
        var here = new bool[_text.Length + 1];
        var next = new bool[_text.Length + 1];
        here[0] = true;
        SkipOptional(here);
        foreach (char c in name)
        {
            Array.Clear(next, 0, next.Length);
            for (int place = 0; place < _text.Length; place++)
            {
                if (here[place])
                {
                    next[place] |= _text[place] == '*';
                    next[place + 1] |= _text[place] == '?' || (_text[place] != '*' && IsSame(_text[place], c));
                }
            }

            SkipOptional(next);
            (here, next) = (next, here);
        }

        return here[_text.Length];
    }

    private void SkipOptional(bool[] places)
    {
        for (int place = 0; place < _text.Length; place++)
        {
            places[place + 1] |= places[place] && _text[place] is '*' or '?';
        }
    }

    private static bool IsSame(char a, char b) =>
        a == b || (Comparison == StringComparison.OrdinalIgnoreCase && char.ToUpperInvariant(a) == char.ToUpperInvariant(b));
}
