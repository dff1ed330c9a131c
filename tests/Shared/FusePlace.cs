namespace CopyOnWrite.Testing;

/// <summary>A folder that a FUSE server shows in another one, with what eng/Torture/Fuse/refusing.c changes.</summary>
internal sealed class FusePlace : IDisposable
{
    private readonly DirectoryInfo _work = Directory.CreateTempSubdirectory("cow-fuse");
    private readonly Mounted _mounted;

    internal FusePlace(string switches)
    {
        Tools.SkipUnless(Environment.IsPrivilegedProcess && File.Exists("/dev/fuse"), "Only root mounts, where there is /dev/fuse.");
        Tools.SkipUnless(File.Exists("/usr/include/fuse3/fuse.h"), "libfuse3-dev is not installed.");
        string program = Path.Combine(_work.FullName, "refusing");
        string source = Path.Combine(RepositoryRoot.Folder, "eng", "Torture", "Fuse", "refusing.c");
        Command.OutputOf("cc", "-O1", "-D_FILE_OFFSET_BITS=64", "-I/usr/include/fuse3", "-o", program, source, "-lfuse3");
        Behind = _work.CreateSubdirectory("behind").FullName;
        Folder = _work.CreateSubdirectory("mount").FullName;
        _mounted = new Mounted(Folder, program, switches, Behind, Folder);
    }

    /// <summary>What the server shows.</summary>
    internal string Behind { get; }

    internal string Folder { get; }

    public void Dispose()
    {
        _mounted.Dispose();
        _work.Delete(recursive: true);
    }
}
