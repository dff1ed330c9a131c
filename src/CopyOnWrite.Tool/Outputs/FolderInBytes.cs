using System.Text.RegularExpressions;

namespace CopyOnWrite.Tool.Outputs;

/// <summary>
/// Finds a folder's path in bytes, as text of UTF-8 or UTF-16, in each form in which programs write a path: with separators of either kind,
/// also several (JSON writes "\\" and "\/"), and with characters escaped as JSON, XML and URIs escape them.
/// </summary>
internal sealed class FolderInBytes
{
    // The most that one character of a path becomes: "\ud83d\ude00", in UTF-16.
    private const int MostBytesOfACharacter = 24;

    // For bytes as Latin-1, which has a character for each.
    private readonly Regex _narrow;
    private readonly Regex _wide;

    // A part of the path that no form changes: a file without it need not be searched further.
    private readonly byte[][] _parts;
    private readonly int _reach;

    /// <param name="path">Absolute, without a separator at its end; one of Windows is compared as Windows does, on any system.</param>
    internal FolderInBytes(string path)
    {
        bool ignoresCase = path[0] != '/' || !OperatingSystem.IsLinux();
        _narrow = Search(Encoding.UTF8, @"[/\\]{1,4}");
        _wide = Search(Encoding.Unicode, @"(?:[/\\]\0){1,4}");
        string? longest = Regex.Matches(path, "[A-Za-z0-9._-]+").MaxBy(found => found.Length)?.Value;
        string part = ignoresCase ? string.Empty : longest ?? string.Empty;
        _parts = part.Length == 0 ? [] : [Encoding.UTF8.GetBytes(part), Encoding.Unicode.GetBytes(part)];
        _reach = MostBytesOfACharacter * (path.Length + 1);

        Regex Search(Encoding encoding, string separator)
        {
            IEnumerable<string> runes = path.TrimStart('/', '\\').EnumerateRunes().Select(rune => rune.Value is '/' or '\\' ? separator
                : $"(?:{string.Join('|', FormsOf(rune, ignoresCase).Select(form => Regex.Escape(Bytes(encoding, form))))})");
            string start = path[0] is '/' or '\\' ? separator : string.Empty;
            return new Regex(start + string.Concat(runes), RegexOptions.CultureInvariant);
        }
    }

    internal bool IsIn(string text) => IsIn(Encoding.UTF8.GetBytes(text));

    internal bool IsIn(ReadOnlySpan<byte> content)
    {
        if (_parts.Length == 0)
        {
            return IsInWhole(content, IsText(content));
        }

        bool? isText = null;
        foreach (byte[] part in _parts)
        {
            int start = 0;
            while (content[start..].IndexOf(part) is >= 0 and var found)
            {
                // What begins after the first quarter of the reach is found by its own part.
                int at = start + found;
                int end = Math.Min(content.Length, at + (4 * _reach));
                if (IsInWhole(content[Math.Max(0, at - (2 * _reach))..end], isText ??= IsText(content)))
                {
                    return true;
                }

                start = Math.Min(content.Length, at + _reach);
            }
        }

        return false;
    }

    private static bool IsText(ReadOnlySpan<byte> content) => !content.Contains((byte)0);

    private bool IsInWhole(ReadOnlySpan<byte> content, bool isText)
    {
        string text = Encoding.Latin1.GetString(content);
        return _narrow.Matches(text).Any(found => IsWhole(text, found, sizeof(byte), isText))
            || _wide.Matches(text).Any(found => IsWhole(text, found, sizeof(char), isText));
    }

    /// <summary>A character as it is, and as JSON, XML and URIs escape it.</summary>
    private static IEnumerable<string> FormsOf(Rune rune, bool ignoresCase)
    {
        string one = rune.ToString();
        if (ignoresCase && Rune.ToUpperInvariant(rune) != Rune.ToLowerInvariant(rune))
        {
            return [.. FormsOf(Rune.ToUpperInvariant(rune), false), .. FormsOf(Rune.ToLowerInvariant(rune), false)];
        }

        if (Rune.IsLetterOrDigit(rune) && rune.IsAscii)
        {
            return [one];
        }

        string json = string.Concat(one.Select(c => $@"\u{(int)c:x4}"));
        string uri = string.Concat(Encoding.UTF8.GetBytes(one).Select(b => $"%{b:x2}"));
        return ((string?[])
        [
            one, json, json.ToUpperInvariant().Replace('U', 'u'), uri, uri.ToUpperInvariant(), $"&#{rune.Value};", $"&#x{rune.Value:X};",
            System.Security.SecurityElement.Escape(one),
        ]).OfType<string>().Distinct();
    }

    private static string Bytes(Encoding encoding, string text) => Encoding.Latin1.GetString(encoding.GetBytes(text));

    /// <summary>Neither a longer name, nor the end of a longer path: /_/src and https://host/src do not name /src.</summary>
    /// <param name="size">The bytes of a character.</param>
    /// <param name="isText">Whether no text in it has its length before it.</param>
    private static bool IsWhole(string text, Match found, int size, bool isText)
    {
        int end = found.Index + found.Length;
        int name = found.Index;
        while (name >= size && At(name - size) is <= '\x7F' and var one && IsOfName(one))
        {
            name -= size;
        }

        // In metadata a text has its length before it, here its last byte, and of user strings one more (ECMA-335, II.23.2 and II.24.2.4).
        // So in UTF-8 a letter before the path may be the length of a text. The length of a long text has a byte above 0x7F before it.
        int before = found.Index > 0 ? text[found.Index - 1] : 0;
        bool endsHere = !isText && (byte)(found.Length - before) is 0 or 0xFF;
        bool hasLength = !isText && size == 1 && before >= found.Length && found.Index + before <= text.Length
            && !text.AsSpan(found.Index, before).ContainsAnyInRange('\0', '\x1F');
        return (endsHere || end + size > text.Length || !IsOfName(At(end)))
            && (name == found.Index || hasLength || name < size || At(name - size) is not ('/' or '\\'));

        char At(int at) => (char)(size > 1 ? text[at] | (text[at + 1] << 8) : text[at]);

        bool IsOfName(char one) => char.IsAsciiLetterOrDigit(one) || one is '-' or '_' or '.'
            || (one > '\x7F' && (size == 1 || char.IsLetterOrDigit(one)));
    }
}
