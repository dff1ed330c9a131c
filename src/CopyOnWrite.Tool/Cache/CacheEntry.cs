using System;
using System.IO;
using System.Runtime.InteropServices;
using System.Text;
using CopyOnWrite.Linux;

namespace CopyOnWrite.Tool.Cache;

internal enum EntryState
{
    Usable,

    /// <summary>Its source was changed or is gone; the next copy of that path replaces it.</summary>
    Outdated,

    /// <summary>Not the file that was recorded, or without a record that can be read: never used.</summary>
    Damaged,
}

/// <param name="Source">The path that it was made from; empty when the record cannot be read.</param>
/// <param name="LastUsed">To the hour, in UTC.</param>
internal sealed record CacheEntry(string File, string Source, long Bytes, DateTime LastUsed, EntryState State)
{
    internal static unsafe CacheEntry Read(FileInfo entry)
    {
        var record = new FileInfo(Path.ChangeExtension(entry.FullName, CacheFiles.Record));
        try
        {
            // A pipe would be waited for.
            byte[] bytes = TryGetStatus(record.FullName, out LinuxNative.Statx recorded) && recorded.IsRegularFile
                ? System.IO.File.ReadAllBytes(record.FullName)
                : [];
            if (bytes.Length <= sizeof(CacheRecord) || !TryGetStatus(entry.FullName, out LinuxNative.Statx status))
            {
                return new CacheEntry(entry.FullName, string.Empty, entry.Length, CacheFiles.TimeOf(entry), EntryState.Damaged);
            }

            CacheRecord read = MemoryMarshal.Read<CacheRecord>(bytes);
            string source = Encoding.UTF8.GetString(bytes.AsSpan(sizeof(CacheRecord)));
            EntryState state = !read.IsOfEntry(status) ? EntryState.Damaged
                : TryGetStatus(source, out LinuxNative.Statx now) && read.IsOfSource(now) ? EntryState.Usable
                : EntryState.Outdated;
            return new CacheEntry(entry.FullName, source, entry.Length, CacheFiles.TimeOf(record), state);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return new CacheEntry(
                entry.FullName, string.Empty, entry.Exists ? entry.Length : 0, CacheFiles.TimeOf(entry), EntryState.Damaged);
        }
    }

    private static unsafe bool TryGetStatus(string path, out LinuxNative.Statx status)
    {
        status = default;
        byte[] encoded = new byte[NativePath.MaximumLength];
        if (!NativePath.TryEncode(path, encoded))
        {
            return false;
        }

        fixed (byte* start = encoded)
        {
            return LinuxNative.TryGetStatus(LinuxNative.AT_FDCWD, start, out status);
        }
    }
}
