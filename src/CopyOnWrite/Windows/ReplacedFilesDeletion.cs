namespace CopyOnWrite.Windows;

/// <summary>Deletes the old files kept beside destinations because programs used them (<see cref="WindowsDestinationFile"/>).</summary>
internal sealed class ReplacedFilesDeletion(Win32Calls calls)
{
    // A listing reads every name of the folder, as .NET passes no pattern on to Windows (FileSystemEnumerator.Windows.cs), and all calls of
    // all projects may copy into one folder of thousands of files. One that had nothing to delete is not listed again so soon.
    private readonly Refusals _tidy = new(TimeSpan.FromSeconds(10));

    // A call into more folders copies a tree of content; programs run from a few.
    private const int MostFolders = 16;

    internal void DeleteBeside(IReadOnlyList<string> destinations)
    {
        var seen = new HashSet<ulong>();
        for (int i = 0; i < destinations.Count && seen.Count < MostFolders; i++)
        {
            ulong folder = Win32Path.HashOfFolder(destinations[i]);
            if (seen.Add(folder) && _tidy.Find(folder, 0) == Reason.None && !HadAny(Win32Path.FolderOf(destinations[i])))
            {
                _tidy.Remember(folder, 0, Reason.DestinationExists);
            }
        }
    }

    /// <summary>Notes that this process has kept a file that is in use.</summary>
    internal void Keeps(string path) => _tidy.Remember(Win32Path.HashOfFolder(path), 0, Reason.None);

    /// <summary>Deletes those of one folder. False where it had none.</summary>
    private bool HadAny(string folder)
    {
        string[] files;
        try
        {
            files = Directory.GetFiles(folder, ReplacedFiles.Pattern);
        }
        catch (Exception e) when (DotNetError.IsOfFiles(e))
        {
            return true; // A later call tries again. .NET Framework refuses * and ? in a folder's name (ArgumentException).
        }

        foreach (string file in files)
        {
            if (ReplacedFiles.FormerNameOf(Path.GetFileName(file)) is { } former)
            {
                // Refused for what is still in use. A process that was killed between the two renames has left the new file as well.
                _ = calls.DeleteFile(file);
                _ = WindowsTempFile.RemoveLeftover(calls, Win32Path.TemporaryBeside(folder + former, 0));
            }
        }

        return files.Length > 0;
    }
}
