using System;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using CopyOnWrite.Measurement;
using CopyOnWrite.Testing;
using CopyOnWrite.Tool.Tests.Infrastructure;
using CopyOnWrite.Tool.Volumes;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tool.Tests;

/// <summary>`dotnet cow volume` with real images, mounted by loop devices.</summary>
[TestClass]
public sealed class VolumeTests
{
    private VolumePlace _place = null!;

    [TestInitialize]
    public void Open() => _place = VolumePlace.New();

    [TestCleanup]
    public void Close() => _place?.Dispose();

    [TestMethod]
    [DataRow("xfs")]
    [DataRow("btrfs")]
    public async Task CreatedItIsMountedClonesAndBelongsToTheUserAndRemovedNothingIsLeft(string fileSystem)
    {
        VolumeAnswer created = await _place.CreateAsync(fileSystem);

        Assert.Contains("FICLONE succeeds", string.Join('\n', created.Facts));
        Assert.AreEqual("1234:1235 755", Status(_place.Folder));
        Assert.AreEqual("1234:1235 600", Status(_place.Image));
        Assert.HasCount(1, _place.Loops());
        ListedVolume listed = _place.Listed();
        Assert.AreEqual(VolumeState.Mounted, listed.State, $"{listed}");
        Assert.AreEqual(
            (_place.Folder, fileSystem, VolumePlace.Size, false), (listed.Folder, listed.FileSystem, listed.Size, listed.InFstab));
        Assert.IsLessThan(VolumePlace.Size / 2, listed.Allocated!.Value, "The image is sparse.");
        Assert.IsTrue(Volume.At(_place.Folder).TryClone(out string why), why);

        VolumeAnswer removed = await _place.RemoveAsync();
        Assert.Contains("is removed with", removed.Summary);
        Assert.AreEqual(string.Empty, _place.Left());
    }

    [TestMethod]
    [DataRow("xfs")]
    [DataRow("btrfs")]
    public async Task ItGrowsWhileFilesOnItAreOpen(string fileSystem)
    {
        await _place.CreateAsync(fileSystem);
        long before = Volume.At(_place.Folder).TotalBytes;
        using (File.Create(Path.Combine(_place.Folder, "open")))
        {
            await _place.GrowAsync(700 * VolumePlace.MiB);
        }

        Assert.AreEqual(700 * VolumePlace.MiB, new FileInfo(_place.Image).Length);
        Assert.AreEqual(188 * VolumePlace.MiB, Volume.At(_place.Folder).TotalBytes - before);
        Assert.AreEqual(700 * VolumePlace.MiB, _place.Listed().Size);
        Assert.IsTrue(File.Exists(Path.Combine(_place.Folder, "open")));
    }

    [TestMethod]
    public async Task AFolderThatWasThereStaysWithItsOwner()
    {
        Directory.CreateDirectory(_place.Folder);
        string before = Status(_place.Folder);
        await _place.CreateAsync();
        Assert.AreNotEqual(before, Status(_place.Folder));
        await _place.RemoveAsync();
        Assert.AreEqual("file " + _place.Folder, _place.Left());
        Assert.AreEqual(before, Status(_place.Folder));
    }

    [TestMethod]
    public async Task WhatDryRunPrintsDoesTheSame()
    {
        VolumeAnswer dry = await _place.CreateAsync(dry: true);
        Assert.AreEqual(string.Empty, _place.Left());

        (int exitCode, string output) = Command.Run("sh", ["-e", "-c", string.Join('\n', dry.Commands)]);
        Assert.AreEqual(0, exitCode, output);
        Assert.AreEqual("1234:1235 755", Status(_place.Folder));
        ListedVolume listed = _place.Listed();
        Assert.AreEqual((VolumeState.Mounted, VolumePlace.Size), (listed.State, listed.Size), $"{listed}");
        Assert.IsTrue(Volume.At(_place.Folder).TryClone(out string why), why);

        VolumeAnswer remove = await _place.RemoveAsync(dry: true);
        (exitCode, output) = Command.Run("sh", ["-e", "-c", string.Join('\n', remove.Commands)]);
        Assert.AreEqual(0, exitCode, output);
        Assert.AreEqual(string.Empty, _place.Left());
    }

    [TestMethod]
    public async Task GrowAndRemoveCanBeShownFirst()
    {
        await _place.CreateAsync();
        string before = _place.Left();
        VolumeAnswer grow = await _place.GrowAsync(600 * VolumePlace.MiB, dry: true);
        CollectionAssert.AreEqual(
            (string[])[
                $"truncate -s {600 * VolumePlace.MiB} {_place.Image}",
                $"losetup -c {_place.Loops()[0]}",
                $"xfs_growfs {_place.Folder}"],
            grow.Commands.SkipLast(2).ToArray());
        Assert.EndsWith($" > '{_place.Record}'", grow.Commands[^2]);
        Assert.AreEqual($"chown -h 1234:1235 {_place.Record}", grow.Commands[^1]);
        VolumeAnswer remove = await _place.RemoveAsync(dry: true);
        CollectionAssert.AreEqual(
            (string[])[$"umount {_place.Folder}", $"rm {_place.Image} {_place.Record}", $"rmdir {_place.Folder}"],
            remove.Commands.ToArray());
        Assert.AreEqual(before, _place.Left());
        Assert.AreEqual(VolumePlace.Size, new FileInfo(_place.Image).Length);
    }

    [TestMethod]
    public async Task WithAUsersOwnLinesBeforeTheLineInFstabMountsItAndGoesWithIt()
    {
        const string Others = "# mine\nUUID=1 / ext4 defaults 0 1";    // Without an end of line.
        File.WriteAllText(_place.Fstab, Others);
        await _place.CreateAsync(keeps: true);
        string[] lines = File.ReadAllLines(_place.Fstab);
        Assert.AreEqual(
            $"{Others}\n{_place.Image} {_place.Folder} xfs loop,nosuid,nodev,nofail,x-dotnet-cow 0 0", string.Join('\n', lines));
        Assert.IsTrue(_place.Listed().InFstab);

        Command.OutputOf("umount", _place.Folder);
        Assert.AreEqual(VolumeState.NotMounted, _place.Listed().State);
        Command.OutputOf("mount", "--fstab", _place.Fstab, _place.Folder);
        Assert.AreEqual(VolumeState.Mounted, _place.Listed().State);

        await _place.RemoveAsync();
        Assert.AreEqual(string.Empty, _place.Left());
        Assert.AreEqual(Others + "\n", File.ReadAllText(_place.Fstab));
    }

    [TestMethod]
    public async Task WhileAProcessUsesItItStaysAndTheProcessIsNamed()
    {
        await _place.CreateAsync();
        string before = _place.Left();
        using Process user = Process.Start(new ProcessStartInfo("sleep", "600") { WorkingDirectory = _place.Folder })!;
        try
        {
            BadInputException refused = await _place.RefusesAsync("COW1051", () => _place.RemoveAsync(force: true));
            Assert.Contains($"is in use by sleep ({user.Id}). End that", refused.Message);
            Assert.EndsWith("Nothing was changed.", refused.Message);
            Assert.AreEqual(before, _place.Left());
        }
        finally
        {
            user.Kill();
            await user.WaitForExitAsync();
        }

        await _place.RemoveAsync();
        Assert.AreEqual(string.Empty, _place.Left());
    }

    [TestMethod]
    public async Task MountedInASecondPlaceItStays()
    {
        await _place.CreateAsync();
        string second = Directory.CreateDirectory(_place.PathOf("second")).FullName;
        Command.OutputOf("mount", "--bind", _place.Folder, second);
        string before = _place.Left();
        BadInputException refused = await _place.RefusesAsync("COW1051", () => _place.RemoveAsync(force: true));
        Assert.Contains(second, refused.Message);
        Assert.AreEqual(before, _place.Left());
    }

    [TestMethod]
    public async Task NotMountedItsContentIsUnknownSoOnlyForceRemovesIt()
    {
        await _place.CreateAsync();
        Command.OutputOf("umount", _place.Folder);
        Assert.AreEqual(VolumeState.NotMounted, _place.Listed().State);
        BadInputException refused = await _place.RefusesAsync("COW1054", () => _place.RemoveAsync());
        Assert.Contains($"sudo mount -t xfs -o loop,nosuid,nodev {_place.Image} {_place.Folder}", refused.Message);
        await _place.RefusesAsync("COW1054", () => _place.GrowAsync(600 * VolumePlace.MiB));
        Assert.IsTrue(File.Exists(_place.Image));
        await _place.RemoveAsync(force: true);
        Assert.AreEqual(string.Empty, _place.Left());
    }

    [TestMethod]
    public async Task WhatIsNotThisToolsIsNotTouched()
    {
        // Mounted from an image without a record.
        File.WriteAllBytes(_place.Image, []);
        Command.OutputOf("truncate", "-s", $"{VolumePlace.Size}", _place.Image);
        Command.OutputOf(new Programs(_place.Path).Find("mkfs.xfs")!, "-q", _place.Image);
        Directory.CreateDirectory(_place.Folder);
        Command.OutputOf("mount", "-o", "loop", _place.Image, _place.Folder);
        string before = _place.Left();
        await _place.RefusesAsync("COW1050", () => _place.RemoveAsync(force: true));
        await _place.RefusesAsync("COW1050", () => _place.GrowAsync(600 * VolumePlace.MiB));

        // A record that is another image's.
        var record = new VolumeRecord(
            VolumeRecord.CurrentSchema, "1", _place.Folder, "xfs", $"{Guid.NewGuid()}", VolumePlace.Size, DateTimeOffset.UtcNow, true);
        record.Write(_place.Image, overwrite: false);
        BadInputException refused = await _place.RefusesAsync("COW1050", () => _place.RemoveAsync(force: true));
        Assert.Contains("has a file system with the UUID", refused.Message);
        Assert.AreEqual(VolumeState.Unusable, _place.Listed().State);
        File.Delete(_place.Record);
        Assert.AreEqual(before, _place.Left());
    }

    [TestMethod]
    [DataRow("")]
    [DataRow("{}")]
    [DataRow("[1]")]
    [DataRow("""{ "schema": 2 }""")]
    [DataRow("""{ "schema": 1 }""")]
    public async Task ADamagedRecordMakesNothingThisTools(string text)
    {
        await _place.CreateAsync();
        File.WriteAllText(_place.Record, text);
        string before = _place.Left();
        await _place.RefusesAsync("COW1050", () => _place.RemoveAsync(force: true));
        Assert.AreEqual(before, _place.Left());
        Assert.IsEmpty(KnownVolume.All(_place.System, _place.PathOf(".")).Where(volume => volume.Image == _place.Image));
    }

    [TestMethod]
    public async Task ADiskThatIsTooFullForTheImageIsReported()
    {
        await _place.CreateAsync();

        // As if the disk had filled up since: the record says that more can come than is free.
        VolumeRecord record = VolumeRecord.Read(_place.Image)!;
        (record with { Size = Volume.At(_place.Image).FreeBytes * 2 }).Write(_place.Image, overwrite: true);
        ListedVolume listed = _place.Listed();
        Assert.AreEqual(VolumeState.DiskTooFull, listed.State, $"{listed}");
        Assert.Contains("has less free than the image could still take up", listed.Problem!);
    }

    private static string Status(string path) => Command.OutputOf("stat", "-c", "%u:%g %a", path).Trim();
}
