#if NET
using System.Buffers;
#endif

namespace CopyOnWrite;

/// <summary>
/// Encodes paths for the kernels of Linux and macOS: UTF-8, ended by a zero byte, in a buffer that a thread keeps. In the
/// assembly for .NET a byte that is not valid UTF-8 is a lone surrogate, 0xDC00 + byte, as in Python (PEP 383): trees have such names.
/// </summary>
internal static unsafe class NativePath
{
    /// <summary>
    /// PATH_MAX of Linux' limits.h, with the ending zero; the kernel takes nothing longer (getname_flags in fs/namei.c). macOS takes a
    /// quarter of it (sys/syslimits.h) and answers ENAMETOOLONG.
    /// </summary>
    internal const int MaximumLength = 4096;

#if NET
    private const char FirstByte = '\uDC80';
    private const char LastByte = '\uDCFF';
#endif

    /// <summary>False when the kernel would refuse the path: too long, or with a zero in it.</summary>
    internal static bool TryEncode(string path, byte[] buffer)
    {
        if (path.Length == 0 || path.Length >= MaximumLength || path.IndexOf('\0') >= 0
            || (path.Length > MaximumLength / 3 && Encoding.UTF8.GetByteCount(path) >= MaximumLength))
        {
            return false;
        }

        int length = 0;
#if NET
        for (int i = 0, used; i < path.Length && path.AsSpan().ContainsAnyInRange(FirstByte, LastByte); i += used)
        {
            bool isValid = Rune.DecodeFromUtf16(path.AsSpan(i), out Rune rune, out used) == OperationStatus.Done;
            buffer[length] = (byte)path[i];
            length += isValid || path[i] is < FirstByte or > LastByte ? rune.EncodeToUtf8(buffer.AsSpan(length)) : 1;
        }
#endif
        length = length > 0 ? length : Encoding.UTF8.GetBytes(path, 0, path.Length, buffer, 0);
        buffer[length] = 0;
        return true;
    }

    internal static string Decode(byte* name, int length)
    {
        string text = Encoding.UTF8.GetString(name, length);
#if NET
        if (text.Contains('\uFFFD'))
        {
            var decoded = new StringBuilder();
            for (int i = 0, used; i < length; i += used)
            {
                bool isValid = Rune.DecodeFromUtf8(new(name + i, length - i), out Rune rune, out used) == OperationStatus.Done;
                used = isValid ? used : 1;
                decoded.Append(isValid ? rune.ToString() : $"{(char)(0xDC00 + name[i])}");
            }

            return decoded.ToString();
        }
#endif
        return text;
    }

    internal static string Decode(byte[] path) => Encoding.UTF8.GetString(path, 0, LengthOf(path));

    /// <summary>The index of the last name in an encoded path.</summary>
    internal static int NameIn(byte[] path)
    {
        int name = LengthOf(path);
        while (name > 0 && path[name - 1] != '/')
        {
            name--;
        }

        return name;
    }

    /// <summary>Writes the path of the file's folder, with "/" at its end.</summary>
    internal static void EncodeFolder(byte[] path, byte[] buffer)
    {
        int length = NameIn(path);
        Buffer.BlockCopy(path, 0, buffer, 0, length);
        buffer[length] = 0;
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

    internal static ulong Hash(byte[] path) => Hash(path, 0, LengthOf(path));

    /// <summary>Hashes the path up to its last slash.</summary>
    internal static ulong HashOfFolder(byte[] path) => Hash(path, 0, NameIn(path));

    /// <summary>Hashes the last name: it is the same where another path leads to the folder (a link, a mount, a container).</summary>
    internal static ulong HashOfName(byte[] path) => Hash(path, NameIn(path), LengthOf(path));

    // Not Array.IndexOf: the runtime compiles that for bytes in each process, as it does LastIndexOf.
    private static int LengthOf(byte[] path)
    {
        int length = 0;
        while (path[length] != 0)
        {
            length++;
        }

        return length;
    }

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
