#if NET
using System;
using System.Collections.Generic;
using System.IO;

namespace CopyOnWrite;

/// <summary>The names of files that have several in the tree.</summary>
internal sealed partial class TreeClone
{
    private readonly Dictionary<FileIdentity, FirstName> _firstNames = [];
    private readonly List<(TreeFolder Folder, string Name, FirstName First)> _links = [];

    /// <summary>
    /// Whether it is another name of a file that is cloned, and then has it linked at the end. Some file systems give files one number that
    /// are not one file.
    /// </summary>
    private bool IsOtherName(TreeFolder folder, string name, in FileStat seen, DateTime time)
    {
        if (seen.Links <= 1 || !seen.IsIdentitySure)
        {
            return false;
        }

        lock (_links)
        {
            var own = new FirstName(Path.Join(folder.Path, name), time, seen.Length, seen.Modified, seen.Mode);
            if (_firstNames.TryGetValue(seen.Identity, out FirstName? first) && first.Path != own.Path
                && first with { Path = own.Path, Time = time } == own)
            {
                _links.Add((folder, name, first));
                return true;
            }

            _firstNames[seen.Identity] = own;
            return false;
        }
    }

    private void MakeHardLinks()
    {
        using TreeMaker maker = NewMaker();
        foreach ((TreeFolder folder, string name, FirstName first) in _links)
        {
            cancellation.ThrowIfCancellationRequested();
            Try(folder, new FolderEntry(name, EntryKind.File), () =>
            {
                _ = maker.Enter(folder.Path);
                CloneFile(folder, name, maker, first);
            });
        }

        _links.Clear();
    }

    /// <summary>The name of a file that was reached first.</summary>
    /// <param name="Path">Below the source.</param>
    /// <param name="Time">Before it was cloned.</param>
    private sealed record FirstName(string Path, DateTime Time, long Length, DateTime Modified, uint Mode);
}
#endif
