using CopyOnWrite.Tool.Inspect;

namespace CopyOnWrite.Tool.Tests;

/// <summary>`inspect` of many files, and of several names of one, by constructed extents.</summary>
[TestClass]
public sealed class NamedFilesTests
{
    private const uint Shared = 0x2000;

    [TestMethod]
    public void OfManyPartnersTheLargestAreNamedAndAllAreCounted()
    {
        FileSharing[] files = NamedFiles.WithPartners([.. Enumerable.Range(0, 100).Select(i => Named(i) with { Map = Map(0, 100 - (i % 50)) })]);
        Assert.AreEqual(99, files[0].WithFiles);
        Assert.HasCount(20, files[0].With);
        Assert.AreEqual(new Partner("/v/50", 100), files[0].With[0]);
    }

    [TestMethod]
    public void HardLinksAndSymbolicLinksAreOneFileAndNoClones()
    {
        using Folder folder = new("obj/a.dll", "bin/b.dll");
        Command.OutputOf("ln", folder["obj/a.dll"], folder["bin/a.dll"]);
        File.CreateSymbolicLink(folder["bin/link.dll"], folder["obj/a.dll"]);

        IReadOnlyList<FileSharing> hard = folder.Read("obj/a.dll", "bin/a.dll");
        Assert.AreEqual(0, hard[1].WithFiles);
        Assert.AreEqual(
            "obj/a.dll and bin/a.dll are names of one file (links), not clones: a write to one is a write to the other.",
            InspectWords.Of(hard));
        Assert.AreEqual(
            "obj/a.dll and bin/link.dll are names of one file (links), not clones: a write to one is a write to the other.",
            InspectWords.Of(folder.Read("obj/a.dll", "bin/link.dll")));
        Assert.AreEqual(
            "All 3 are names of one file (links), not clones: a write to one is a write to the others.",
            InspectWords.Of(folder.Read("obj/a.dll", "bin/a.dll", "bin/link.dll")));
        Assert.AreEqual(
            "2 of 2 files have bytes in common with another of them, 2 share blocks with any file; links to one of them, not counted: 2.",
            InspectWords.Of(folder.Read("obj/a.dll", "bin/a.dll", "bin/link.dll", "bin/b.dll")));
    }

    [TestMethod]
    public void FilesOfOneNameAreToldApartByTheirFolders()
    {
        using Folder folder = new("App/obj/Debug/App.dll", "App/bin/Debug/App.dll");
        Assert.AreEqual(
            "obj/Debug/App.dll and bin/Debug/App.dll are clones: all 4.10 KB are in common.",
            InspectWords.Of(folder.Read("App/obj/Debug/App.dll", "App/bin/Debug/App.dll")));
    }

    private static FileSharing Named(int i) => new($"/v/{i}", 10, 1, 10, 0, 0, null);

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

        internal IReadOnlyList<FileSharing> Read(params string[] names) =>
            NamedFiles.Read([.. names.Select(name => this[name])], _ => Map(0, 4096), default);

        public void Dispose() => _volume.Dispose();
    }
}
