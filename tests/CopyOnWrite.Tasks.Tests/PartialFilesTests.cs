using System;
using System.IO;
using CopyOnWrite.Testing;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tasks.Tests;

/// <summary>What the built-in task leaves of a file that it could not finish is removed, and nothing else.</summary>
[TestClass]
public sealed class PartialFilesTests
{
    [TestMethod]
    [DataRow("half of it", false, DisplayName = "a part")]
    [DataRow("all of the content", true, DisplayName = "all but the time")]
    [DataRow("another content...", false, DisplayName = "as long, and another")]
    public void AFileStaysThatIsWholeButForItsTime(string left, bool stays)
    {
        using VolumeUnderTest volume = VolumeUnderTest.InTemporaryFolder();
        string source = volume.PathOf("source");
        string destination = volume.PathOf("destination");
        File.WriteAllText(source, "all of the content");
        File.SetLastWriteTimeUtc(source, new DateTime(2020, 1, 1, 0, 0, 0, DateTimeKind.Utc));
        File.WriteAllText(destination, "old");
        var files = new PartialFiles();
        files.Watch(source, destination, 0);

        File.WriteAllText(destination, left);
        files.Remove([false]);

        Assert.AreEqual(stays, File.Exists(destination));
    }
}
