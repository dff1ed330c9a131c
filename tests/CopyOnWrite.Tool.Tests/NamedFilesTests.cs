using CopyOnWrite.Tool.Inspect;

namespace CopyOnWrite.Tool.Tests;

/// <summary>`inspect` of several names of one file, and of files of one name; by their extents all lie at one place of the disk.</summary>
[TestClass]
public sealed class NamedFilesTests : InATemporaryFolder
{
    private static readonly ExtentMap s_onePlace = new([new Extent(0, 0, 4096, Extent.Shared)], 0, "volume");

    [TestMethod]
    [OSCondition(OperatingSystems.Linux | OperatingSystems.OSX)]
    public void HardLinksAndSymbolicLinksAreOneFileAndNoClones()
    {
        Write("obj/a.dll", "bin/b.dll");
        Command.OutputOf("ln", _folder.PathOf("obj/a.dll"), _folder.PathOf("bin/a.dll"));
        File.CreateSymbolicLink(_folder.PathOf("bin/link.dll"), _folder.PathOf("obj/a.dll"));

        const string Names = "are names of one file (links), not clones: a write to one changes the other as well.";
        Assert.AreEqual($"obj/a.dll and bin/a.dll {Names}", Ask("obj/a.dll", "bin/a.dll"));
        Assert.AreEqual($"obj/a.dll and bin/link.dll {Names}", Ask("obj/a.dll", "bin/link.dll"));
        Assert.AreEqual(
            "obj/a.dll and bin/b.dll are clones: all 4.10 KB are in common.", Ask("obj/a.dll", "bin/a.dll", "bin/link.dll", "bin/b.dll"));
    }

    [TestMethod]
    [OSCondition(OperatingSystems.Linux | OperatingSystems.OSX)]
    public void FilesOfOneNameAreToldApartByTheirFolders()
    {
        string[] files = ["App/obj/Debug/App.dll", "App/bin/Debug/App.dll"];
        Write(files);
        Assert.AreEqual("obj/Debug/App.dll and bin/Debug/App.dll are clones: all 4.10 KB are in common.", Ask(files));
    }

    private void Write(params string[] names) => Array.ForEach(names, name => TextFile.Write(_folder.PathOf(name), new string('f', 4096)));

    private string Ask(params string[] names)
    {
        string[] paths = [.. names.Select(_folder.PathOf)];
        return InspectWords.OfNamed(paths, FileSharing.Read(paths, _ => s_onePlace, default));
    }
}
