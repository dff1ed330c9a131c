using System;

namespace CopyOnWrite;

/// <summary>The sources of one call that its cache lacked, to be added to it, with the open folder.</summary>
internal abstract class CacheFill : IDisposable
{
    private protected CacheFill(string folder, int count)
    {
        Folder = folder;
        Count = count;
    }

    /// <summary>As the call named it.</summary>
    internal string Folder { get; }

    /// <summary>Of sources.</summary>
    internal int Count { get; }

    /// <summary>What kept a source from being added.</summary>
    internal CacheProblem Problem { get; private protected set; }

    /// <summary>The system's, beside <see cref="Problem"/>.</summary>
    internal int ErrorNumber { get; private protected set; }

    /// <summary>Length of the entries made, in bytes.</summary>
    internal long BytesAdded { get; private protected set; }

    /// <summary>How many of the sources have an entry now, of whoever made it.</summary>
    internal int Present { get; private protected set; }

    /// <summary>Makes the entries that are still missing, until <see cref="Problem"/> is set. Does not throw.</summary>
    /// <param name="done">Called after each source.</param>
    internal void Run(Action? done = null)
    {
        // Who deletes the cache in the middle of a call may delete what is in the folder and not the folder, which is in use (Windows) or
        // no longer empty. It was found to be the cache's when it was opened; with entries and without the tag no build would use it again.
        KeepTag();
        AddAll(done);
        KeepTag();
    }

    private protected abstract void AddAll(Action? done);

    /// <summary>Writes the tag where it is gone.</summary>
    private protected abstract void KeepTag();

    /// <summary>Closes the folder.</summary>
    public abstract void Dispose();
}
