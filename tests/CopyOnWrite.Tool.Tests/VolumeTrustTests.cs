using System;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using CopyOnWrite.Measurement;
using CopyOnWrite.Testing;
using CopyOnWrite.Tool.Tests.Infrastructure;
using CopyOnWrite.Tool.Volumes;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tool.Tests;

/// <summary>Files beside and on a volume that another user or program has put there: none misleads what root does.</summary>
[TestClass]
public sealed class VolumeTrustTests
{
    private static readonly TimeSpan s_hang = TimeSpan.FromMinutes(1);

    private VolumePlace _place = null!;

    [TestInitialize]
    public void Open() => _place = VolumePlace.New();

    [TestCleanup]
    public void Close() => _place?.Dispose();

    [TestMethod]
    [DataRow("mkfifo other.img.json && touch other.img", "is no record of a volume")]
    [DataRow("mkfifo other.img && cp clones.img.json other.img.json", "is no file")]
    [DataRow("mv clones.img real.img && ln -s real.img other.img && cp clones.img.json other.img.json", "is no file")]
    [DataRow("touch other.img && ln -s clones.img.json other.img.json", "is no record of a volume")]
    [DataRow("truncate -s 3G other.img.json && touch other.img", "is no record of a volume")]
    [DataRow("touch other.img; sed 's/\"folder\": \"/&\\\\u001b[31m/' clones.img.json > other.img.json", "is no record of a volume")]
    [DataRow("touch other.img; sed 's/\"folder\": \"/&relative/' clones.img.json > other.img.json", "is no record of a volume")]
    [DataRow("touch other.img; sed 's/\"xfs\"/\"ext4\"/' clones.img.json > other.img.json", "is no record of a volume")]
    public async Task AFileThatIsNoRecordOrNoImageIsNeitherWaitedForNorTaken(string plant, string why)
    {
        await _place.CreateAsync();
        (int exitCode, string output) = Command.Run("sh", ["-e", "-c", plant], folder: _place.PathOf("."));
        Assert.AreEqual(0, exitCode, output);
        string image = _place.PathOf("other.img");
        KnownVolume[] listed = [.. await Task.Run(() => KnownVolume.All(_place.System, _place.PathOf("."))).WaitAsync(s_hang)];
        Assert.IsEmpty(listed.Where(volume => volume.Image == image && volume.Problem is null));
        BadInputException refused = await _place.RefusesAsync(
            "COW1050", () => Task.Run(() => KnownVolume.Find(_place.PathOf("other"))).WaitAsync(s_hang));
        Assert.Contains(why, refused.Message);
        Assert.DoesNotContain("\u001b", refused.Message);
    }

    [TestMethod]
    public async Task AVolumeIsListedWhateverItsImagesEndingIs()
    {
        await VolumeVerbs.CreateAsync(
            _place.System, CreateOptions.Of(_place.Folder, _place.PathOf("my.disk"), "512MiB", "xfs", false), false, default);
        Command.OutputOf("umount", _place.Folder);
        Assert.HasCount(1, KnownVolume.All(_place.System, _place.PathOf(".")).Where(volume => volume.Image == _place.PathOf("my.disk")));
    }

    [TestMethod]
    public async Task AFileBesideTheFolderThatHasTheNameOfARecordIsNone()
    {
        await _place.CreateAsync();
        Command.OutputOf("umount", _place.Folder);
        File.WriteAllText(_place.Folder + ".json", "{}");
        await _place.RemoveAsync(force: true);
        Assert.AreEqual($"file {_place.Folder}.json", _place.Left());
    }

    [TestMethod]
    public async Task NoProgramOfAnImageRunsAsRootAndNoFileOnItIsADevice()
    {
        await _place.CreateAsync(keeps: true);
        Assert.Contains("nosuid,nodev", Options());
        Command.OutputOf("umount", _place.Folder);
        Command.OutputOf("mount", "--fstab", _place.Fstab, _place.Folder);
        Assert.Contains("nosuid,nodev", Options());
        Command.OutputOf("umount", _place.Folder);
        string how = KnownVolume.Find(_place.Folder).HowToMount;
        Command.OutputOf("sh", "-c", how["sudo ".Length..]);
        Assert.Contains("nosuid,nodev", Options());
    }

    [TestMethod]
    public async Task TheRecordStaysTheUsersWhenRootGrowsTheVolume()
    {
        await _place.CreateAsync();
        await _place.GrowAsync(600 * VolumePlace.MiB);
        Assert.AreEqual("1234:1235", Command.OutputOf("stat", "-c", "%u:%g", _place.Record).Trim());
    }

    [TestMethod]
    public async Task WhereTheRecordCannotBeWrittenNothingGrows()
    {
        await _place.CreateAsync();
        Command.OutputOf("chattr", "+i", _place.PathOf("."));
        try
        {
            BadInputException refused = await _place.RefusesAsync("COW1048", () => _place.GrowAsync(600 * VolumePlace.MiB));
            Assert.Contains("Run this with sudo", refused.Message);
        }
        finally
        {
            Command.OutputOf("chattr", "-i", _place.PathOf("."));
        }

        Assert.AreEqual(VolumePlace.Size, new FileInfo(_place.Image).Length);
        Assert.AreEqual(VolumePlace.Size, _place.Listed().Size);
    }

    [TestMethod]
    public async Task AnImageThatALoopDeviceHoldsStaysAlsoIfForced()
    {
        await _place.CreateAsync();
        Command.OutputOf("umount", _place.Folder);
        string device = Command.OutputOf(Tools.Require("losetup"), "-f", "--show", _place.Image).Trim();
        string before = _place.Left();
        BadInputException refused = await _place.RefusesAsync("COW1051", () => _place.RemoveAsync(force: true));
        Assert.Contains(device, refused.Message);
        Assert.AreEqual(before, _place.Left());
    }

    [TestMethod]
    public async Task AMountOnTheVolumeIsNamed()
    {
        await _place.CreateAsync();
        string nested = Directory.CreateDirectory(_place.Folder + "/nested").FullName;
        Command.OutputOf("mount", "--bind", _place.PathOf("."), nested);
        string before = _place.Left();
        BadInputException refused = await _place.RefusesAsync("COW1051", () => _place.RemoveAsync(force: true));
        Assert.Contains($"umount {nested}", refused.Message);
        Assert.AreEqual(before, _place.Left());
    }

    [TestMethod]
    public async Task MountedElsewhereItIsUnmountedThereAndThatFolderStays()
    {
        await _place.CreateAsync();
        Command.OutputOf("umount", _place.Folder);
        string elsewhere = Directory.CreateDirectory(_place.PathOf("elsewhere")).FullName;
        Command.OutputOf("mount", "-o", "loop", _place.Image, elsewhere);
        await _place.RemoveAsync();
        Assert.AreEqual($"file {elsewhere}", _place.Left());
    }

    [TestMethod]
    public async Task AProgramInARelativeFolderOfPathIsNotFoundByTheProgramsThatAreRunEither()
    {
        ProgramResult result = await new Programs("bin:/usr/bin:.:/bin").TryAsync(["sh", "-c", "echo $PATH"], default);
        Assert.AreEqual("/usr/bin:/bin\n", result.Output);
    }

    [TestMethod]
    public async Task AVolumeThatIsNotMountedAnyMoreIsMountedToBeReused()
    {
        await _place.CreateAsync();
        File.WriteAllText(_place.Folder + "/kept", "content");
        Command.OutputOf("umount", _place.Folder);
        VolumeAnswer? reused = await VolumeVerbs.ReuseAsync(_place.System, _place.Folder, dry: false, default);
        Assert.Contains("is mounted again", reused!.Summary);
        Assert.AreEqual("content", File.ReadAllText(_place.Folder + "/kept"));

        Command.OutputOf("umount", _place.Folder);
        File.WriteAllText(_place.Folder + "/mine", "would be hidden");
        Assert.IsNull(await VolumeVerbs.ReuseAsync(_place.System, _place.Folder, dry: false, default));
        Assert.IsEmpty(_place.Mounts());
    }

    [TestMethod]
    [DataRow("", null, null)]
    [DataRow("clones", "clones", "COW1045")]
    [DataRow("clo\nnes", null, "COW1044")]
    [DataRow("clones", "clo\u001b.img", "COW1045")]
    public async Task APathThatCannotBeUsedIsRefusedBeforeAnythingIsDone(string folder, string? image, string? code)
    {
        BadInputException refused = await Assert.ThrowsExactlyAsync<BadInputException>(() => Task.Run(() => CreateOptions.Of(
            folder.Length > 0 ? _place.PathOf(folder) : folder, image is null ? null : _place.PathOf(image), "512MiB", "xfs", false)));
        Assert.AreEqual(code, refused.Code, refused.Message);
        Assert.AreEqual(string.Empty, _place.Left());
    }

    [TestMethod]
    public async Task ALineOfFstabThatTheUserHasEditedIsStillTheVolumes()
    {
        await _place.CreateAsync(keeps: true);
        string others = File.ReadAllText(_place.Fstab).Replace(
            $"{_place.Image} {_place.Folder} xfs loop,", $"{_place.Image}\t{_place.Folder}\txfs\tnoatime,loop,", StringComparison.Ordinal);
        File.WriteAllText(_place.Fstab, others);
        Assert.IsTrue(_place.Listed().InFstab);
        await _place.RemoveAsync();
        Assert.AreEqual(string.Empty, _place.Left());
    }

    [TestMethod]
    public async Task AFolderThatAnotherLineOfFstabMountsIsNotTaken()
    {
        File.AppendAllText(_place.Fstab, $"/dev/sdz1\t{_place.Folder}\text4 noauto 0 0\n");
        string before = _place.Left();
        BadInputException refused = await _place.RefusesAsync("COW1044", () => _place.CreateAsync(keeps: true));
        Assert.Contains("/dev/sdz1", refused.Message);
        Assert.AreEqual(before, _place.Left());
    }

    [TestMethod]
    public async Task ALineThatAnEarlierVolumeHasLeftInFstabIsNotWrittenTwice()
    {
        await _place.CreateAsync(keeps: true);
        string before = File.ReadAllText(_place.Fstab);
        Command.OutputOf("umount", _place.Folder);
        (int exitCode, string output) = Command.Run("rm", [_place.Image, _place.Record]);
        Assert.AreEqual(0, exitCode, output);
        await _place.CreateAsync(keeps: true);
        Assert.AreEqual(before, File.ReadAllText(_place.Fstab));
    }

    private string Options() => Mount.All().Last(mount => mount.Point == _place.Folder).Options;
}
