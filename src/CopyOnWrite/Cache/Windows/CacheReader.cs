using System;
using System.Collections.Generic;
using System.IO;
using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>Looks into a cache for people (<c>dotnet cow cache info</c>, the doctor). Nothing is made or changed.</summary>
internal static class CacheReader
{
    internal static CacheFolderState Read(WindowsCloner cloner, string path)
    {
        path = CacheFolder.WithoutSeparatorAtItsEnd(path);
        if (WinError.IsMissing(cloner.Calls.GetFileAttributes(path, out _)))
        {
            return CacheFolderState.Missing;
        }

        using CacheFolder? folder = CacheFolder.Open(cloner, path, destinations: null, out CacheProblem problem, out _);
        var entries = new List<CacheEntry>();
        int leftovers = 0;
        if (problem is CacheProblem.None or CacheProblem.WrongOwner or CacheProblem.WritableByOthers)
        {
            foreach (FileInfo file in new DirectoryInfo(path).EnumerateFiles())
            {
                if (CacheFiles.IsOne(file.Name, CacheFiles.Entry))
                {
                    entries.Add(Read(cloner.Calls, file));
                }

                leftovers += CacheFiles.IsOne(file.Name, CacheFiles.Claim) || CacheFiles.IsOne(file.Name, CacheFiles.New) ? 1 : 0;
            }
        }

        return new CacheFolderState(true, problem, entries, leftovers);
    }

    private static CacheEntry Read(IWindowsCalls calls, FileInfo entry)
    {
        var record = new FileInfo(Path.ChangeExtension(entry.FullName, CacheFiles.Record));
        try
        {
            byte[] content = record.Exists ? File.ReadAllBytes(record.FullName) : [];
            if (CacheRecord.TryRead(content, content.Length, out CacheRecord? read)
                && IsTrusted(calls, record.FullName)
                && IsTrusted(calls, entry.FullName)
                && TryLook(calls, entry.FullName, out SourceIdentity found))
            {
                string source = CacheRecord.PathIn(content, content.Length);
                EntryState state = !read!.IsOfEntry(found.Stamp) ? EntryState.Damaged
                    : TryLook(calls, source, out SourceIdentity now) && read.IsOfSource(now) ? EntryState.Usable
                    : EntryState.Outdated;
                return new CacheEntry(entry.FullName, source, entry.Length, CacheFiles.TimeOf(record), state);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // As one without a record.
        }

        long length = entry.Exists ? entry.Length : 0;
        return new CacheEntry(entry.FullName, string.Empty, length, CacheFiles.TimeOf(entry), EntryState.Damaged);
    }

    private static bool IsTrusted(IWindowsCalls calls, string path)
    {
        if (calls.CreateFile(path, GENERIC_READ, SmallFile.ShareAll, OPEN_EXISTING, FILE_FLAG_OPEN_REPARSE_POINT, out nint file) != 0)
        {
            return false;
        }

        bool trusted = new CacheFileTrust(calls).Has(file);
        calls.CloseHandle(file);
        return trusted;
    }

    private static bool TryLook(IWindowsCalls calls, string path, out SourceIdentity found)
    {
        found = default;
        if (calls.CreateFile(path, FILE_READ_ATTRIBUTES, SmallFile.ShareAll, OPEN_EXISTING, 0, out nint file) != 0)
        {
            return false;
        }

        int error = SourceIdentity.Get(calls, file, out found);
        calls.CloseHandle(file);
        return error == 0;
    }
}
