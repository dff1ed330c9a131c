namespace CopyOnWrite.Tests.Windows;

/// <summary>What the real call of a rename hands to Windows; the model overrides it.</summary>
[TestClass]
public sealed unsafe class RenameTests
{
    /// <summary>A name of NTFS and ReFS is any 16-bit characters, also half of a surrogate pair, which no encoding keeps.</summary>
    /// <param name="last">As a number: an attribute is stored as UTF-8.</param>
    [TestMethod]
    [DataRow((int)'l', false)]
    [DataRow((int)'文', true)]
    [DataRow(0xD83D, true)]
    [DataRow(0xDE00, false)]
    public void TheNameIsHandedOnAsItIs(int last, bool posix)
    {
        string path = @"C:\out\a.dl" + (char)last;
        var calls = new Calls();

        Assert.AreEqual(0, calls.Rename(1, path, 1u | (posix ? FILE_RENAME_FLAG_POSIX_SEMANTICS : 0)));

        int start = (2 * sizeof(nint)) + sizeof(uint);
        Assert.AreEqual(posix ? FileRenameInfoEx : FileRenameInfo, calls.InfoClass);
        Assert.AreEqual(posix ? 3u : 1u, BitConverter.ToUInt32(calls.Info, 0));
        Assert.AreEqual((uint)path.Length * sizeof(char), BitConverter.ToUInt32(calls.Info, 2 * sizeof(nint)));
        Assert.IsTrue(MemoryMarshal.Cast<byte, char>(calls.Info.AsSpan(start)).StartsWith(path + '\0'), "The name, and a zero.");
    }

    /// <summary>ReplaceFile, which .NET Standard's File.Replace calls, moves the old file away first.</summary>
    [TestMethod]
    [DataRow(true, 1u)]
    [DataRow(false, 0u)]
    public void AFileThatDotNetCopiedIsRenamedInOneStep(bool overwrites, uint flags)
    {
        var calls = new Calls();

        new WindowsPlatform(calls, null).Rename(@"C:\out\made", @"C:\out\a", overwrites);

        CollectionAssert.AreEqual((string[])[@"C:\out\made"], calls.Opened);
        Assert.AreEqual((FileRenameInfo, flags, 1), (calls.InfoClass, BitConverter.ToUInt32(calls.Info, 0), calls.Closed));
    }

    [TestMethod]
    [DataRow(ERROR_ACCESS_DENIED, typeof(UnauthorizedAccessException))]
    [DataRow(ERROR_SHARING_VIOLATION, typeof(IOException))]
    public void ARefusedRenameIsTheExceptionOfFileMove(int error, Type expected)
    {
        var calls = new Calls { Error = error };

        Exception thrown = Assert.Throws<Exception>(() => new WindowsPlatform(calls, null).Rename("made", "a", overwrites: true));

        Assert.AreEqual((expected, 1), (thrown.GetType(), calls.Closed));
    }

    private sealed class Calls : Win32Calls
    {
        internal int Error { get; init; }

        internal List<string> Opened { get; } = [];

        internal int Closed { get; private set; }

        internal int InfoClass { get; private set; }

        internal byte[] Info { get; private set; } = [];

        public override int SetFileInformation(nint file, int infoClass, void* info, int size)
        {
            (InfoClass, Info) = (infoClass, new Span<byte>(info, size).ToArray());
            return Error;
        }

        public override int CreateFile(string path, uint access, uint share, uint disposition, uint flagsAndAttributes, out nint handle)
        {
            handle = 1;
            Opened.Add(path);
            return 0;
        }

        public override int GetFileInformation(nint file, int infoClass, void* result, int size) => ERROR_INVALID_FUNCTION;

        public override void CloseHandle(nint handle) => Closed++;
    }
}
