using System.Buffers;
using System.Runtime.InteropServices;
using System.Text;

namespace CopyOnWrite.Tool.Checkouts;

/// <summary>
/// Finds a folder's path in bytes, as text of UTF-8 or UTF-16. Several separators, of both kinds, are one: JSON doubles backslashes.
/// </summary>
/// <param name="path">Absolute, without a separator at its end; one of Windows is compared as Windows does, on any system.</param>
internal sealed class FolderInBytes(string path)
{
    // As JSON has them at the start of a network path. A limit: bytes may be separators only.
    private const int MostSeparators = 4;

    private static readonly Rune s_separator = new('/');

    private readonly bool _ignoresCase = path[0] != '/' || !OperatingSystem.IsLinux();

    private readonly SearchValues<byte> _first = SearchValues.Create(
        path[0] is '/' or '\\' ? "/\\"u8 : [(byte)char.ToLowerInvariant(path[0]), (byte)char.ToUpperInvariant(path[0])]);

    private Rune[] Wanted => field ??= [.. path.TrimStart('\\').Insert(0, path[0] == '\\' ? "/" : "").EnumerateRunes().Select(Folded)];

    internal string Path => path;

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
        foreach (Rune wanted in Wanted)
        {
            if (Folded(First(content[end..], isWide, out int length)) != wanted)
            {
                return false;
            }

            end += length;
            for (int more = wanted == s_separator ? MostSeparators : 1; more > 1; more--)
            {
                end += Folded(First(content[end..], isWide, out length)) == s_separator ? length : 0;
            }
        }

        Rune next = First(content[end..], isWide, out _);
        return (!Rune.IsLetterOrDigit(next) && next.Value is not ('-' or '_' or '.') || HasLengthBefore(content[..end], start))
            && !IsInLongerPath(content, start, end - start, isWide ? sizeof(char) : 1);
    }

    private Rune Folded(Rune one) => one.Value == '\\' ? s_separator : _ignoresCase ? Rune.ToUpperInvariant(one) : one;

    /// <summary>U+FFFD, which ends a name, where there is none.</summary>
    private static Rune First(ReadOnlySpan<byte> content, bool isWide, out int length)
    {
        Rune first;
        _ = isWide ? Rune.DecodeFromUtf16(MemoryMarshal.Cast<byte, char>(content), out first, out length)
            : Rune.DecodeFromUtf8(content, out first, out length);
        length *= isWide ? sizeof(char) : 1;
        return first;
    }

    // In metadata a text has its length before it, here its last byte, and of user strings one more (ECMA-335, II.23.2 and II.24.2.4).
    private static bool HasLengthBefore(ReadOnlySpan<byte> content, int start) =>
        start > 0 && (byte)(content.Length - start - content[start - 1]) is 0 or 0xFF;

    /// <summary>Whether a name and a separator are before it: /src is not named by /_/src or https://host/src.</summary>
    private static bool IsInLongerPath(ReadOnlySpan<byte> content, int start, int length, int size)
    {
        int name = start;
        while (name >= size && At(content, name - size) is var one && (char.IsAsciiLetterOrDigit(one) || one is '-' or '_' or '.'))
        {
            name -= size;
        }

        // In UTF-8 the letter before it may be the length of a text.
        return name < start && name >= size && At(content, name - size) is '/' or '\\'
            && (size > 1 || content[start - 1] < length || content[start - 1] > content.Length - start
                || content.Slice(start, content[start - 1]).ContainsAnyInRange((byte)0, (byte)0x1F));

        char At(ReadOnlySpan<byte> all, int at) => (char)(size > 1 ? all[at] | (all[at + 1] << 8) : all[at]);
    }
}
