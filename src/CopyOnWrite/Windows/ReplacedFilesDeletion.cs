using System;
using System.Collections.Generic;
using System.IO;

namespace CopyOnWrite.Windows;

/// <summary>Deletes the old files that were kept beside destinations because programs used them (<see cref="FileInUse"/>).</summary>
internal sealed class ReplacedFilesDeletion(IWindowsCalls calls)
{
    // A listing reads every name of the folder, as .NET passes no pattern on to Windows (FileSystemEnumerator.Windows.cs), and all calls of
    // all projects may copy into one folder of thousands of files. One that had nothing to delete is not listed again so soon.
    private const int TidyMilliseconds = 10_000;
    private const int TidyPlaces = 64;

    // A call into more folders copies a tree of content; programs run from a few.
    private const int MostFolders = 16;

    private readonly TidyFolder?[] _tidy = new TidyFolder?[TidyPlaces];

    internal void DeleteBeside(IReadOnlyList<string> destinations)
    {
        var seen = new HashSet<ulong>();
        for (int i = 0; i < destinations.Count && seen.Count < MostFolders; i++)
        {
            ulong folder = Win32Path.HashOfFolder(destinations[i]);
            if (seen.Add(folder) && !IsTidy(folder) && !HadAny(Win32Path.FolderOf(destinations[i])))
            {
                _tidy[folder % TidyPlaces] = new TidyFolder(folder, Environment.TickCount);
            }
        }
    }

    /// <summary>Notes that this process has kept a file that is in use.</summary>
    internal void Keeps(string path) => _tidy[Win32Path.HashOfFolder(path) % TidyPlaces] = null;

    private bool IsTidy(ulong folder) => _tidy[folder % TidyPlaces] is { } known
        && known.Folder == folder
        && unchecked(Environment.TickCount - known.Since) < TidyMilliseconds;

    /// <summary>Deletes those of one folder. False where it had none.</summary>
    private bool HadAny(string folder)
    {
        string[] files;
        try
        {
            files = Directory.GetFiles(folder, ReplacedFiles.Pattern);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return true; // A later call tries again.
        }

        foreach (string file in files)
        {
            if (ReplacedFiles.FormerNameOf(Path.GetFileName(file)) is { } former)
            {
                // Refused for what is still in use. A process that was killed between the two renames has left the new file, too.
                _ = calls.DeleteFile(file);
                _ = WindowsTempFile.RemoveLeftover(calls, Win32Path.TemporaryBeside(folder + former, 0));
            }
        }

        return files.Length > 0;
    }

    private sealed record TidyFolder(ulong Folder, int Since);
}
