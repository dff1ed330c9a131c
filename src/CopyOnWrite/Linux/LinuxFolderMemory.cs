namespace CopyOnWrite.Linux;

/// <summary>The folders of the last source and of the last destination.</summary>
internal sealed class LinuxFolderMemory : FolderMemory
{
    internal readonly OpenFolder Source = new();
    internal readonly OpenFolder Destination = new();

    public override void Dispose()
    {
        Source.Close();
        Destination.Close();
    }
}
