using System;

namespace CopyOnWrite;

/// <summary>
/// What a strategy keeps of the folders of one call's files, for one thread, from file to file. To be disposed at the end of the call: a
/// folder that is kept open can be renamed, but its volume cannot be unmounted.
/// </summary>
public abstract class FolderMemory : IDisposable
{
    public abstract void Dispose();
}
