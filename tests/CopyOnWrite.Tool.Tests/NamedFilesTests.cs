using CopyOnWrite.Tool.Inspect;

namespace CopyOnWrite.Tool.Tests;

/// <summary>`inspect` of several names of one file, and of files of one name, by constructed extents.</summary>
[TestClass]
public sealed class NamedFilesTests
{
    private const uint Shared = 0x2000;

    [TestMethod]
    public void HardLinksAndSymbolicLinksAreOneFileAndNoClones()
    {
        using Folder folder = new("obj/a.dll", "bin/b.dll");
        Command.OutputOf("ln", folder["obj/a.dll"], folder["bin/a.dll"]);
        File.CreateSymbolicLink(folder["bin/link.dll"], folder["obj/a.dll"]);

        const string Names = "are names of one file (links), not clones: a write to one is a write to the other.";
        Assert.AreEqual($"obj/a.dll and bin/a.dll {Names}", folder.Ask("obj/a.dll", "bin/a.dll"));
        Assert.AreEqual($"obj/a.dll and bin/link.dll {Names}", folder.Ask("obj/a.dll", "bin/link.dll"));
        Assert.AreEqual(
            "obj/a.dll and bin/b.dll are clones: all 4.10 KB are in common.",
            folder.Ask("obj/a.dll", "bin/a.dll", "bin/link.dll", "bin/b.dll"));
    }

    [TestMethod]
    public void FilesOfOneNameAreToldApartByTheirFolders()
    {
        using Folder folder = new("App/obj/Debug/App.dll", "App/bin/Debug/App.dll");
        Assert.AreEqual(
            "obj/Debug/App.dll and bin/Debug/App.dll are clones: all 4.10 KB are in common.",
            folder.Ask("App/obj/Debug/App.dll", "App/bin/Debug/App.dll"));
    }

    private static ExtentMap Map(long start, long length) => new([new Extent(0, start, length, Shared)], 0, "volume");

    /// <summary>Files that all lie at one place of the disk, as far as their extents say.</summary>
    private sealed class Folder : IDisposable
    {
        private readonly VolumeUnderTest _volume = VolumeUnderTest.InTemporaryFolder();

        internal Folder(params string[] files)
        {
            Directory.CreateDirectory(this["bin"]);
            foreach (string file in files)
            {
                Directory.CreateDirectory(Path.GetDirectoryName(this[file])!);
                File.WriteAllBytes(this[file], new byte[4096]);
            }
        }

        internal string this[string name] => _volume.PathOf(name);

        internal string Ask(params string[] names)
        {
            string[] paths = [.. names.Select(name => this[name])];
            return InspectWords.OfNamed(paths, FileSharing.Read(paths, _ => Map(0, 4096), default));
        }

        public void Dispose() => _volume.Dispose();
    }
}
