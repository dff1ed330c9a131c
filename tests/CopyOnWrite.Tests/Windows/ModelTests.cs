namespace CopyOnWrite.Tests.Windows;

/// <summary>A model of ReFS with a strategy on it, for tests that inherit this: on Linux, where the model keeps its files.</summary>
public abstract class ModelTests
{
    private VolumeUnderTest? _folder;
    private string? _source;

    private protected RefsModel Model { get; private set; } = null!;

    private protected WindowsPlatform Strategy { get; private set; } = null!;

    [TestInitialize]
    public void MakeModel()
    {
        _folder = VolumeUnderTest.InTemporaryFolder();
        _source = null;
        Model = new RefsModel(_folder.Folder);
        Strategy = new WindowsPlatform(Model, new Refusals());
    }

    [TestCleanup]
    public void NothingIsLeftOpen()
    {
        _folder?.Dispose();
        Assert.AreEqual(0, Model?.OpenHandles ?? 0, "handles left open");
    }

    private protected string PathOf(string name) => _folder!.PathOf(name);

    /// <summary>A file of three clusters, made when a test first names it.</summary>
    private protected string Source => _source ??= Files.Write(PathOf("source"), 10_000);

    private protected string Existing => field ??= Files.Write(PathOf("existing"), 777);

    private protected const uint ShareAll = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

    private protected nint Open(string path, uint access, uint share = ShareAll)
    {
        Assert.AreEqual(0, Model.CreateFile(path, access, share, OPEN_EXISTING, 0, out nint handle), path);
        return handle;
    }

    private protected uint AttributesOf(string path)
    {
        Assert.AreEqual(0, Model.GetFileAttributes(path, out WIN32_FILE_ATTRIBUTE_DATA data), path);
        return data.FileAttributes;
    }

    /// <summary>Content and times are the source's, and nothing else is left in the folder.</summary>
    private protected void AssertIsCopy(string source, string destination)
    {
        CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(destination), destination);
        Assert.AreEqual(File.GetLastWriteTimeUtc(source), File.GetLastWriteTimeUtc(destination), destination);
        Assert.IsTrue(Strategy.IsUnchanged(source, destination), destination);
        AssertNothingTemporary();
    }

    /// <summary>Copies until no call is left to be killed before: the first, then the second, and so on. The number of copies.</summary>
    private protected int KillAtEachCall(Action prepare, Action<WindowsPlatform> copy, Action<int> check)
    {
        int killed = 0;
        for (bool isKilled = true; isKilled; killed++)
        {
            prepare();
            int left = killed;
            Model.Injections.BeforeEachCall = () =>
            {
                if (left-- == 0)
                {
                    throw new KilledException();
                }
            };
            try
            {
                // Another process each time, so that each asks for volume and folder first and makes the same calls.
                copy(new WindowsPlatform(Model, new Refusals()));
                isKilled = false;
            }
            catch (KilledException)
            {
            }

            Model.Injections.BeforeEachCall = null;
            Model.Kill();
            check(killed);
        }

        return killed;
    }

    private sealed class KilledException : Exception;

    private protected void AssertNothingTemporary() => Assert.IsEmpty(Directory.GetFiles(_folder!.Folder, ".cow-*"));
}
