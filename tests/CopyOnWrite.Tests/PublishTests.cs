namespace CopyOnWrite.Tests;

/// <summary>A file that .NET makes beside its final name.</summary>
[TestClass]
public sealed class PublishTests
{
    [TestMethod]
    public void AFileThatAnotherProcessMadeMeanwhileStays()
    {
        using VolumeUnderTest volume = VolumeUnderTest.InTemporaryFolder();
        string path = volume.PathOf("file");

        Assert.ThrowsExactly<IOException>(() => TemporaryFiles.Publish(path, overwrites: false, TemporaryFiles.NewName(), made =>
        {
            File.WriteAllText(made, "ours");
            File.WriteAllText(path, "another process's");
        }));

        Assert.AreEqual("another process's", File.ReadAllText(path));
        CollectionAssert.AreEqual(new[] { path }, Directory.GetFileSystemEntries(volume.Folder), "What was made stays behind.");
    }
}
