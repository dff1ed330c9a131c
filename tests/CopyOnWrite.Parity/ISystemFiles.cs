namespace CopyOnWrite.Parity;

/// <summary>What scenarios need of the system beyond .NET's files: who may do what with a file, and which names are one file.</summary>
internal interface ISystemFiles
{
    /// <param name="mode">Permission bits as one writes them: 644 means rw-r--r--.</param>
    void SetMode(string path, int mode);

    FileState StateOf(FileSystemInfo info);

    /// <summary>Takes away what keeps the owner from reading, entering or deleting it.</summary>
    void Open(FileSystemInfo info);

    void MakeHardLink(string existing, string path);

    void MakePipe(string path);
}

/// <param name="Permissions">What a copy is to have or not to have of the source's, as text.</param>
/// <param name="Identity">The same for two names of one file.</param>
internal readonly record struct FileState(string Permissions, long Length, DateTime Modified, string Identity);
