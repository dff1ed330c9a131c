namespace CopyOnWrite.MacOS;

/// <summary>Nothing is kept: what an open folder would save has not been measured on macOS.</summary>
internal sealed class MacFolderMemory : FolderMemory
{
    public override void Dispose()
    {
    }
}
