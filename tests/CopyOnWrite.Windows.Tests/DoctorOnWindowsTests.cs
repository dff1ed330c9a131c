using System.Text.Json.Nodes;

namespace CopyOnWrite.Windows.Tests;

/// <summary>The packed doctor where its answer depends on Windows: drives, paths. Others: DoctorSdkTests.</summary>
[TestClass]
public sealed class DoctorOnWindowsTests
{
    [TestInitialize]
    public void RequireWine()
    {
        Wine.Require();
        Wine.Be(19045);
    }

    [TestMethod]
    public void RightSaysSo()
    {
        JsonNode answer = WindowsDoctorRepo.New(WindowsDrive.RequireD()).Restored().Ask();
        Assert.AreEqual(
            "OK, with a hint: Outputs written in the last two minutes are copied, not cloned, in Letters, although ReFS can clone.",
            (string)answer["summary"]!,
            answer.ToJsonString());
        Assert.StartsWith(
            "obj\\Debug\\net10.0 to bin\\Debug\\net10.0: one volume, ReFS: cloned, all bytes shared", Detail(answer, "outputs"));
        Assert.Contains("one volume, ReFS: cloned, all bytes shared", Detail(answer, "packages"));
        Assert.IsNull(WindowsDoctorRepo.Check(answer, "dev-drive"), "Wine does not answer.");
        Assert.AreEqual("The cross-volume cache can be used", (string)WindowsDoctorRepo.Check(answer, "cache")!["title"]!);
    }

    [TestMethod]
    public void AFindingIsNamedAndMendedInItsFile() =>
        WindowsDoctorRepo.New(WindowsDrive.Any, "<PropertyGroup>\n<DisableCopyOnWrite>true</DisableCopyOnWrite>\n</PropertyGroup>")
            .NamesAndMends("switch", "DisableCopyOnWrite=true turns cloning off");

    [TestMethod]
    public void PackagesOnAnotherDrive()
    {
        JsonNode answer = WindowsDoctorRepo.New(WindowsDrive.RequireD(), packages: @"C:\packages").Restored().Ask();
        Assert.AreEqual(
            "NuGet's packages are on another volume than the outputs (NTFS and ReFS), so each file is copied once into the cross-volume "
                + "cache and cloned from there",
            (string)WindowsDoctorRepo.Check(answer, "packages")!["title"]!,
            answer.ToJsonString());
    }

    [TestMethod]
    public void PlainVolume()
    {
        JsonNode check = WindowsDoctorRepo.New(WindowsDrive.C)
            .Names("outputs", @"The volume of the outputs cannot clone: C:\letters\bin\Debug\net10.0\ is on NTFS");
        string fix = (string)check["fix"]!;
        Assert.StartsWith("Move the repository to a volume that clones", fix);
        Assert.Contains(Wine.CanClone ? @", such as D:\ (ReFS), E:\ (ReFS). " : "Settings > System > Storage", fix);
    }

    [TestMethod]
    public void AVolumeMountedInAFolderIsNotThatOfThePathsRoot()
    {
        WindowsDrive drive = WindowsDrive.RequireD();
        WindowsDoctorRepo repo = WindowsDoctorRepo.New(drive);
        string mounted = Path.Combine(WindowsDrive.C.Folder, "mounted");
        File.Delete(mounted);
        // To Wine it is an ordinary folder, on another volume than its parent.
        Directory.CreateSymbolicLink(mounted, drive.Folder);
        JsonNode answer = repo.Ask(@"C:\mounted\letters");
        Assert.AreEqual(@"C:\mounted\letters", (string)answer["repository"]!);
        Assert.Contains("one volume, ReFS: cloned, all bytes shared", Detail(answer, "packages"), answer.ToJsonString());
    }

    /// <summary>From 24H2 on the system's copy clones, but Wine's does not: then the task does.</summary>
    [TestMethod]
    public void WhereTheSystemsCopySharesNothingTheTaskClones()
    {
        Wine.Be(26100);
        JsonNode answer = WindowsDoctorRepo.New(WindowsDrive.RequireD()).Ask();
        Assert.Contains("one volume, ReFS: cloned, all bytes shared", Detail(answer, "outputs"), answer.ToJsonString());
    }

    private static string Detail(JsonNode answer, string id) =>
        (string)(WindowsDoctorRepo.Check(answer, id) ?? throw new AssertFailedException(answer.ToJsonString()))["detail"]!;
}
