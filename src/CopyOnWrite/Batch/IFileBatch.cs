namespace CopyOnWrite;

/// <summary>The files of a call, by their numbers, for <see cref="FileBatch"/>.</summary>
internal interface IFileBatch
{
    int Count { get; }

    /// <summary>One after which nothing more is to be done; files at work are finished.</summary>
    bool IsCancelled { get; }

    string DestinationOf(int file);

    /// <summary>Does what is to be done with the file. Called by several threads at the same time, for each file once.</summary>
    /// <returns>Whether the file was created or replaced, so that the time it took says something of the disk.</returns>
    bool Do(int file, CloneWorker worker);
}
