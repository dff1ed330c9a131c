#if NET
using System;
using System.Collections.Generic;

namespace CopyOnWrite;

/// <summary>
/// Makes the entries of a tree's clone in a folder that nobody else sees, one folder at a time, for one thread. What fails throws what
/// <see cref="DotNetError.IsOfFiles"/> knows.
/// </summary>
internal abstract class TreeMaker : IDisposable
{
    /// <summary>Goes to a folder of the source, links not followed, and to its clone if that is there.</summary>
    /// <param name="path">Below the source; empty for the source itself.</param>
    internal abstract FileStat Enter(string path);

    /// <summary>Lists the folder that was just entered.</summary>
    internal abstract void List(List<FolderEntry> entries);

    /// <summary>What a name of the folder is, a link not followed.</summary>
    internal abstract bool TryLook(string name, out FileStat seen);

    /// <summary>Opens a file for <see cref="Clone"/>.</summary>
    internal abstract FileStat Open(string name);

    /// <summary>Clones or copies the file that was opened, with its owner, mode and times.</summary>
    internal abstract CloneOutcome Clone(string name);

    internal abstract void MakeFolder(string name);

    /// <summary>Makes a symbolic link with the same target, and gives the source's status.</summary>
    internal abstract FileStat MakeLink(string name, out string target);

    /// <summary>False where the volume has no hard links, or the file has as many as it may, or there is no such file.</summary>
    /// <param name="first">Below the clone, as <paramref name="path"/>.</param>
    internal abstract bool TryMakeHardLink(string first, string path);

    /// <summary>Removes a file or link of the clone, if it is there.</summary>
    internal abstract void Remove(string name);

    /// <summary>Gives a folder of the clone its owner, mode and time, which making its files would change.</summary>
    internal abstract void Stamp(string path, in FileStat seen);

    public abstract void Dispose();
}
#endif
