using System;
#if NET
using System.Buffers;
#endif
using System.Text;

namespace CopyOnWrite;

/// <summary>
/// Encodes paths for the kernels of Linux and macOS: UTF-8, ended by a zero byte, in a buffer that a thread keeps. In .NET's assembly a byte
/// that is not valid UTF-8 is a lone surrogate, 0xDC00 and the byte, as in Python (PEP 383), so that such names can be cloned.
/// </summary>
internal static unsafe class NativePath
{
    /// <summary>
    /// PATH_MAX of Linux' limits.h, with the ending zero; the kernel takes nothing longer (getname_flags in fs/namei.c). macOS takes a
    /// quarter of it (sys/syslimits.h) and answers ENAMETOOLONG.
    /// </summary>
    internal const int MaximumLength = 4096;

    /// <summary>False when the kernel would refuse the path: too long, or with a zero in it.</summary>
    internal static bool TryEncode(string path, byte[] buffer)
    {
        if (path.Length == 0 || path.Length >= MaximumLength || path.IndexOf('\0') >= 0
            || (path.Length > MaximumLength / 3 && Encoding.UTF8.GetByteCount(path) >= MaximumLength))
        {
            return false;
        }

#if NET
        int length = Encode(path, buffer);
#else
        int length = Encoding.UTF8.GetBytes(path, 0, path.Length, buffer, 0);
#endif
        buffer[length] = 0;
        return true;
    }

#if NET
    private const char FirstByte = '\uDC80';
    private const char LastByte = '\uDCFF';

    /// <summary>The number of bytes.</summary>
    internal static int Encode(string path, Span<byte> buffer) =>
        path.AsSpan().IndexOfAnyInRange(FirstByte, LastByte) < 0 ? Encoding.UTF8.GetBytes(path, buffer) : EncodeInvalid(path, buffer);

    private static int EncodeInvalid(ReadOnlySpan<char> path, Span<byte> buffer)
    {
        int length = 0;
        while (path.Length > 0)
        {
            bool isRune = Rune.DecodeFromUtf16(path, out Rune rune, out int used) == OperationStatus.Done;
            if (!isRune && path[0] is >= FirstByte and <= LastByte)
            {
                buffer[length++] = (byte)path[0];
            }
            else
            {
                length += rune.EncodeToUtf8(buffer[length..]);
            }

            path = path[used..];
        }

        return length;
    }

    private static string DecodeInvalid(ReadOnlySpan<byte> name)
    {
        var text = new StringBuilder();
        while (name.Length > 0)
        {
            if (Rune.DecodeFromUtf8(name, out Rune rune, out int used) == OperationStatus.Done)
            {
                text.Append(rune.ToString());
            }
            else
            {
                foreach (byte each in name[..used])
                {
                    text.Append((char)(0xDC00 + each));
                }
            }

            name = name[used..];
        }

        return text.ToString();
    }
#endif

    internal static string Decode(byte* name, int length)
    {
        string text = Encoding.UTF8.GetString(name, length);
#if NET
        return text.Contains('\uFFFD') ? DecodeInvalid(new ReadOnlySpan<byte>(name, length)) : text;
#else
        return text;
#endif
    }

    internal static string Decode(byte[] path) => Encoding.UTF8.GetString(path, 0, Array.IndexOf(path, (byte)0));

    /// <summary>The index of the last name in an encoded path.</summary>
    internal static int NameIn(byte[] path) => Array.LastIndexOf(path, (byte)'/', Array.IndexOf(path, (byte)0)) + 1;

    /// <summary>Writes the path of the file's folder, with "/" at its end; "." where the path is a name only.</summary>
    internal static void EncodeFolder(byte[] path, byte[] buffer)
    {
        int length = NameIn(path);
        Buffer.BlockCopy(path, 0, buffer, 0, length);
        buffer[length] = 0;
        if (length == 0)
        {
            buffer[0] = (byte)'.';
            buffer[1] = 0;
        }
    }

    /// <summary>Writes the path of another file in the file's folder; false where that is too long.</summary>
    internal static bool TryEncodeBeside(byte[] path, string name, byte[] buffer)
    {
        int folder = NameIn(path);
        if (folder + name.Length >= MaximumLength)
        {
            return false;
        }

        Buffer.BlockCopy(path, 0, buffer, 0, folder);
        int length = folder + Encoding.UTF8.GetBytes(name, 0, name.Length, buffer, folder);
        buffer[length] = 0;
        return true;
    }

    internal static ulong Hash(byte[] path) => Hash(path, 0, Array.IndexOf(path, (byte)0));

    /// <summary>Hashes the path up to its last slash.</summary>
    internal static ulong HashOfFolder(byte[] path) => Hash(path, 0, NameIn(path));

    /// <summary>Hashes the last name: it is the same where another path leads to the folder (a link, a mount, a container).</summary>
    internal static ulong HashOfName(byte[] path) => Hash(path, NameIn(path), Array.IndexOf(path, (byte)0));

    /// <summary>FNV-1a.</summary>
    private static ulong Hash(byte[] path, int start, int end)
    {
        ulong hash = 14695981039346656037;
        for (int i = start; i < end; i++)
        {
            hash = (hash ^ path[i]) * 1099511628211;
        }

        return hash;
    }
}
