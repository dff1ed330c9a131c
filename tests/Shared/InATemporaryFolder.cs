namespace CopyOnWrite.Testing;

/// <summary>Tests that each have a folder of their own where temporary files are.</summary>
public abstract class InATemporaryFolder
{
    private protected readonly VolumeUnderTest _folder = VolumeUnderTest.InTemporaryFolder();

    [TestCleanup]
    public void DeleteFolder() => _folder.Dispose();
}
