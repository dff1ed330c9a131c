using System.Buffers;
using System.Runtime.InteropServices;
using System.Text;

namespace CopyOnWrite.Tool.Checkouts;

/// <summary>
/// Finds a folder's path in bytes, as text of UTF-8 or UTF-16. Several separators, of both kinds, are one: JSON doubles backslashes.
/// </summary>
internal sealed class FolderInBytes
{
    private readonly bool _ignoresCase;
    private readonly Rune[] _path;
    private readonly SearchValues<byte> _first;

    /// <param name="path">Absolute, without a separator at its end; one of Windows is compared as Windows does, on any system.</param>
    internal FolderInBytes(string path)
    {
        _ignoresCase = path[0] != '/' || !OperatingSystem.IsLinux();
        string start = path[0] is '/' or '\\' ? "/" : string.Empty;
        _path = [.. (start + path.TrimStart('/', '\\')).EnumerateRunes().Select(Folded)];
        _first = SearchValues.Create(
            start.Length > 0 ? "/\\"u8 : [(byte)char.ToLowerInvariant(path[0]), (byte)char.ToUpperInvariant(path[0])]);
    }

    internal bool IsIn(string text) => IsIn(MemoryMarshal.AsBytes(text.AsSpan()));

    internal bool IsIn(ReadOnlySpan<byte> content)
    {
        for (int at = 0; content[at..].IndexOfAny(_first) is >= 0 and var next; at++)
        {
            at += next;
            if (IsAt(content, at, isWide: false) || IsAt(content, at, isWide: true))
            {
                return true;
            }
        }

        return false;
    }

    private bool IsAt(ReadOnlySpan<byte> content, int start, bool isWide)
    {
        int end = start;
        foreach (Rune wanted in _path)
        {
            if (Folded(First(content[end..], isWide, out int length)) != wanted)
            {
                return false;
            }

            end += length;
            while (wanted == new Rune('/') && Folded(First(content[end..], isWide, out length)) == wanted)
            {
                end += length;
            }
        }

        Rune next = First(content[end..], isWide, out _);
        bool isWhole = !(Rune.IsLetterOrDigit(next) || next.Value is '-' or '_' or '.') || HasLengthBefore(content, start, end - start);
        return isWhole && !IsInLongerPath(content, start, end - start, isWide);
    }

    private Rune Folded(Rune one) => one.Value == '\\' ? new Rune('/') : _ignoresCase ? Rune.ToUpperInvariant(one) : one;

    /// <summary>U+FFFD, which ends a name, where there is none.</summary>
    private static Rune First(ReadOnlySpan<byte> content, bool isWide, out int length)
    {
        Rune first;
        if (isWide)
        {
            Rune.DecodeFromUtf16(MemoryMarshal.Cast<byte, char>(content), out first, out length);
            length *= sizeof(char);
        }
        else
        {
            Rune.DecodeFromUtf8(content, out first, out length);
        }

        return first;
    }

    /// <summary>
    /// Whether it is the whole text, and the next byte no part of it: metadata has a text's length before it, of which the last byte is
    /// seen here; user strings end in one byte more (ECMA-335, II.23.2, II.24.2.4).
    /// </summary>
    private static bool HasLengthBefore(ReadOnlySpan<byte> content, int start, int length) =>
        start > 0 && (content[start - 1] == (byte)length || content[start - 1] == (byte)(length + 1));

    /// <summary>Whether a name and a separator are before it: /src is not named by /_/src or https://host/src.</summary>
    private static bool IsInLongerPath(ReadOnlySpan<byte> content, int start, int length, bool isWide)
    {
        int size = isWide ? sizeof(char) : 1;
        int name = start;
        while (Before(content, name) is { } one && (char.IsAsciiLetterOrDigit(one) || one is '-' or '_' or '.'))
        {
            name -= size;
        }

        // In UTF-8 the letter before it may be the length of a text, as above.
        return name < start && Before(content, name) is '/' or '\\'
            && (isWide || content[start - 1] is var last && (last < length || last > content.Length - start
                || content.Slice(start, last).ContainsAnyInRange((byte)0, (byte)0x1F)));

        char? Before(ReadOnlySpan<byte> all, int at) => at < size ? null
            : (char)(isWide ? all[at - size] | (all[at - 1] << 8) : all[at - 1]);
    }
}
