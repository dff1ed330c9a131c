namespace CopyOnWrite;

/// <summary>Of strategies that keep nothing: looking a name up in an open folder is Linux'.</summary>
internal sealed class NoFolderMemory : FolderMemory
{
    public override void Dispose()
    {
    }
}
