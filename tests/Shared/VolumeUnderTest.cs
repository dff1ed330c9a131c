using System;
using System.IO;
using System.Linq;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Testing;

/// <summary>
/// A folder of a test's own on one of the volumes that <c>eng/volumes.sh</c> makes. The volume must be what its name claims. Without it
/// the test is skipped, with the reason; where <c>CI=true</c> it fails, so that a missing volume never passes for a tested one.
/// </summary>
public sealed class VolumeUnderTest : IDisposable
{
    private VolumeUnderTest(TestVolume volume, string folder)
    {
        Volume = volume;
        Folder = folder;
    }

    public TestVolume Volume { get; }

    public string Folder { get; }

    public static VolumeUnderTest Require(string name)
    {
        TestVolume volume = TestVolumes.All.Single(v => v.Name == name);
        if (volume.Path is null)
        {
            string reason = $"{volume.EnvironmentVariable} is not set: run `export $(eng/volumes.sh env)` after `eng/volumes.sh up`.";
            if (Environment.GetEnvironmentVariable("CI") == "true")
            {
                Assert.Fail(reason);
            }

            Assert.Inconclusive(reason);
        }

        Assert.IsNull(volume.Verify(), volume.Verify());
        string folder = System.IO.Path.Combine(volume.Path!, "tests", Guid.NewGuid().ToString("N")[..12]);
        Directory.CreateDirectory(folder);
        return new VolumeUnderTest(volume, folder);
    }

    public string PathOf(string relative) => System.IO.Path.Combine(Folder, relative);

    public void Dispose() => Directory.Delete(Folder, recursive: true);
}
