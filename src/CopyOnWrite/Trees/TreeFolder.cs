#if NET
using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;

namespace CopyOnWrite;

/// <summary>A folder of a tree that is cloned, and what is kept of its files for a second look.</summary>
/// <param name="path">Below the source; empty for the source itself.</param>
internal sealed class TreeFolder(string path)
{
    private readonly List<byte[]> _files = [];

    internal string Path { get; } = path;

    /// <summary>As it was when it was listed.</summary>
    internal FileStat Seen { get; set; }

    /// <summary>Of the names then; 0 where they are not compared.</summary>
    internal ulong Names { get; set; }

    /// <summary>Whether names may have changed since without another write time.</summary>
    internal bool IsRecent { get; set; }

    /// <summary>Whether it is not in the clone.</summary>
    internal bool IsGone { get; set; }

    internal void Add(SeenFiles files)
    {
        lock (_files)
        {
            _files.Add(files.ToArray());
        }
    }

    /// <summary>All files but those that were removed from the clone, with the place of each.</summary>
    internal IEnumerable<(byte[] Files, int Place)> Files()
    {
        for (int i = 0; i < _files.Count; i++)
        {
            for (int place = 0; place < _files[i].Length; place = SeenFiles.After(_files[i], place))
            {
                if (SeenFiles.At(_files[i], place).Kind != SeenFile.Gone)
                {
                    yield return (_files[i], place);
                }
            }
        }
    }

    /// <summary>A sum, so that the order in which a system lists does not matter.</summary>
    internal static ulong NamesOf(List<FolderEntry> entries)
    {
        ulong names = 1;
        foreach (FolderEntry entry in entries)
        {
            ulong hash = 14695981039346656037 + (ulong)entry.Kind; // FNV-1a, as NativePath's
            foreach (char each in entry.Name)
            {
                hash = (hash ^ each) * 1099511628211;
            }

            names += hash;
        }

        return names;
    }
}

/// <summary>A file or link as it was when it was cloned.</summary>
/// <param name="Number">The file's, where it is sure; else 0.</param>
/// <param name="IsRecent">Whether its content may have changed since without another write time.</param>
[StructLayout(LayoutKind.Sequential, Pack = 1)]
internal readonly record struct SeenFile(long Length, long Ticks, ulong Number, byte Kind, byte Reason, byte IsRecent)
{
    internal const byte Gone = byte.MaxValue;

    internal SeenFile(in FileStat seen, TreeEntryKind kind, Reason reason, bool isRecent)
        : this(seen.Length, seen.Modified.Ticks, NumberOf(seen), (byte)kind, (byte)reason, (byte)(isRecent ? 1 : 0))
    {
    }

    internal bool IsOf(in FileStat now) => now.Length == Length && now.Modified.Ticks == Ticks && NumberOf(now) == Number;

    private static ulong NumberOf(in FileStat seen) => seen.IsIdentitySure ? seen.Identity.Low ^ seen.Identity.High : 0;
}

/// <summary>Files packed into bytes, each followed by its name and a zero: a tree may have a million.</summary>
internal sealed unsafe class SeenFiles
{
    private byte[] _bytes = new byte[4096];
    private int _length;

    internal void Add(string name, in SeenFile file)
    {
        // Three bytes for a UTF-16 unit at most.
        while (_bytes.Length < _length + sizeof(SeenFile) + (3 * name.Length) + 1)
        {
            Array.Resize(ref _bytes, 2 * _bytes.Length);
        }

        MemoryMarshal.Write(_bytes.AsSpan(_length), file);
        _length += sizeof(SeenFile);
        _length += NativePath.Encode(name, _bytes.AsSpan(_length)) + 1;
    }

    internal byte[] ToArray() => _bytes[.._length];

    internal static SeenFile At(byte[] files, int place) => MemoryMarshal.Read<SeenFile>(files.AsSpan(place));

    internal static void Forget(byte[] files, int place) => MemoryMarshal.Write(files.AsSpan(place), At(files, place) with { Kind = SeenFile.Gone });

    internal static string NameAt(byte[] files, int place)
    {
        fixed (byte* name = &files[place + sizeof(SeenFile)])
        {
            return NativePath.Decode(name, After(files, place) - 1 - place - sizeof(SeenFile));
        }
    }

    internal static int After(byte[] files, int place) => Array.IndexOf(files, (byte)0, place + sizeof(SeenFile)) + 1;
}
#endif
