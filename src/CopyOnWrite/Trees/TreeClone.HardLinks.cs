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
    /// Whether it is another name of a file that is cloned, and then has it linked at the end of the pass. Some file systems give files one
    /// number that are not one file.
    /// </summary>
    private bool IsOtherName(TreeFolder folder, string name, in FileStat seen)
    {
        if (seen.Links <= 1 || !seen.IsIdentitySure)
        {
            return false;
        }

        lock (_links)
        {
            var own = new FirstName(folder, name, seen.Length, seen.Modified, seen.Mode);
            if (_firstNames.TryGetValue(seen.Identity, out FirstName first) && first with { Folder = folder, Name = name } == own
                && (first.Folder != folder || first.Name != name))
            {
                _links.Add((folder, name, first));
                return true;
            }

            _firstNames[seen.Identity] = own;
            return false;
        }
    }

    private void MakeHardLinks(TreeMaker maker)
    {
        foreach ((TreeFolder folder, string name, FirstName first) in _links)
        {
            cancellation.ThrowIfCancellationRequested();
            var cloned = new List<SeenEntry>();
            Try(folder, new FolderEntry(name, EntryKind.File), cloned, () =>
            {
                _ = maker.Enter(folder.Path);
                CloneFile(folder, name, maker, cloned, Path.Join(first.Folder.Path, first.Name));
            });
            folder.Add(cloned);
        }

        _links.Clear();
    }

    /// <summary>The name of a file that was reached first.</summary>
    private readonly record struct FirstName(TreeFolder Folder, string Name, long Length, DateTime Modified, uint Mode);
}
#endif
