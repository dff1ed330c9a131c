using System.Text.RegularExpressions;

namespace CopyOnWrite.Tool.Checkouts;

/// <summary>
/// Finds a folder's path in bytes, as text of UTF-8 or UTF-16. Several separators, of both kinds, are one: JSON doubles backslashes.
/// </summary>
internal sealed class FolderInBytes
{
    // Of bytes as Latin-1, which has a character for each.
    private readonly Regex _narrow;
    private readonly Regex _wide;

    /// <param name="path">Absolute, without a separator at its end; one of Windows is compared as Windows does, on any system.</param>
    internal FolderInBytes(string path)
    {
        bool ignoresCase = path[0] != '/' || !OperatingSystem.IsLinux();
        _narrow = Search(Encoding.UTF8, @"[/\\]{1,4}");
        _wide = Search(Encoding.Unicode, @"(?:[/\\]\0){1,4}");

        Regex Search(Encoding encoding, string separator)
        {
            IEnumerable<string> runes = path.TrimStart('/', '\\').EnumerateRunes().Select(rune => rune.Value is '/' or '\\' ? separator
                : !ignoresCase || Rune.ToUpperInvariant(rune) == Rune.ToLowerInvariant(rune) ? Bytes(rune)
                : $"(?:{Bytes(Rune.ToUpperInvariant(rune))}|{Bytes(Rune.ToLowerInvariant(rune))})");
            string start = path[0] is '/' or '\\' ? separator : string.Empty;
            return new Regex(start + string.Concat(runes), RegexOptions.CultureInvariant);

            string Bytes(Rune rune) => Regex.Escape(Encoding.Latin1.GetString(encoding.GetBytes(rune.ToString())));
        }
    }

    internal bool IsIn(string text) => IsIn(Encoding.UTF8.GetBytes(text));

    internal bool IsIn(ReadOnlySpan<byte> content)
    {
        string text = Encoding.Latin1.GetString(content);
        return _narrow.Matches(text).Any(found => IsWhole(text, found, sizeof(byte)))
            || _wide.Matches(text).Any(found => IsWhole(text, found, sizeof(char)));
    }

    /// <summary>Neither a longer name, nor the end of a longer path: /_/src and https://host/src do not name /src.</summary>
    /// <param name="size">The bytes of a character.</param>
    private static bool IsWhole(string text, Match found, int size)
    {
        int end = found.Index + found.Length;
        int name = found.Index;
        while (name >= size && At(name - size) is <= '\x7F' and var one && IsOfName(one))
        {
            name -= size;
        }

        // In metadata a text has its length before it, here its last byte, and of user strings one more (ECMA-335, II.23.2 and II.24.2.4).
        // So in UTF-8 what looks like a letter before it may be the length of a text; that of a long one has a byte above 0x7F before.
        int before = found.Index > 0 ? text[found.Index - 1] : 0;
        bool endsHere = (byte)(found.Length - before) is 0 or 0xFF;
        bool hasLength = size == 1 && before >= found.Length && found.Index + before <= text.Length
            && !text.AsSpan(found.Index, before).ContainsAnyInRange('\0', '\x1F');
        return (endsHere || end + size > text.Length || !IsOfName(At(end)))
            && (name == found.Index || hasLength || name < size || At(name - size) is not ('/' or '\\'));

        char At(int at) => (char)(size > 1 ? text[at] | (text[at + 1] << 8) : text[at]);

        bool IsOfName(char one) => char.IsAsciiLetterOrDigit(one) || one is '-' or '_' or '.'
            || (one > '\x7F' && (size == 1 || char.IsLetterOrDigit(one)));
    }
}
