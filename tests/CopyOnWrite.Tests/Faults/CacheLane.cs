using System;

namespace CopyOnWrite.Tests.Faults;

/// <summary>A system's cache, on real volumes or on a model: sources on one volume, the cache and destinations on another.</summary>
internal abstract class CacheLane : IDisposable
{
    internal string Folder => PathOf("cache");

    /// <summary>macOS, where all copies are left to the built-in task.</summary>
    internal virtual bool LeavesCopies => false;

    /// <summary>On the destinations' volume.</summary>
    internal abstract string PathOf(string name);

    /// <summary>Sources of one length and different content, old enough for the cache.</summary>
    internal abstract string[] Take(int count);

    /// <summary>Waits until the cache takes a source that was just changed.</summary>
    internal abstract void Settle(string source);

    /// <summary>One of the files of the source's entry.</summary>
    internal abstract string InCache(string source, string ending);

    /// <summary>A cloner that knows nothing yet.</summary>
    internal abstract FileCloner NewProcess();

    /// <summary>Lets other users write to the cache's folder.</summary>
    internal abstract void OpenToOthers();

    /// <summary>Until disposed, the disk is full when content is written to the next entry, which is this source's.</summary>
    internal abstract IDisposable FillTheDiskUnderTheEntryOf(string source);

    /// <summary>As if the clock had been so far ahead when the file was changed last. Where a model keeps the times.</summary>
    internal virtual void ChangedByAClockAhead(string path, TimeSpan ahead) => throw new NotSupportedException("The kernel's times.");

    public abstract void Dispose();
}
