using System.Diagnostics;
using CopyOnWrite.Tool.Doctor;
using CopyOnWrite.Tool.Tests.Infrastructure;
using CopyOnWrite.Tool.Volumes;

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

        Assert.Contains("A file was cloned there", created.Facts[0]);
        Assert.AreEqual("1234:1235 755", Status(_place.Folder));
        Assert.AreEqual("1234:1235 600", Status(_place.Image));
        Assert.HasCount(1, _place.Loops());
        Assert.Contains("nosuid,nodev", Mount.Of(_place.Folder)!.Options, "No program on it runs as root, and no file on it is a device.");
        ListedVolume listed = _place.Listed();
        Assert.AreEqual(
            (VolumeState.Mounted, _place.Folder, fileSystem, VolumePlace.Size),
            (listed.State, listed.Folder, listed.FileSystem, listed.Size), $"{listed}");
        Assert.IsLessThan(VolumePlace.Size / 2, listed.Allocated!.Value, "The image is sparse.");
        Assert.IsTrue(Volume.At(_place.Folder).TryClone(out string why), why);

        VolumeAnswer removed = await _place.RemoveAsync();
        Assert.Contains("is removed with", removed.Summary);
        Assert.AreEqual(string.Empty, _place.Left());
    }

    [TestMethod]
    [DataRow("xfs")]
    [DataRow("btrfs")]
    public async Task TheCommandsThatArePrintedMakeItLargerWhileFilesOnItAreOpen(string fileSystem)
    {
        VolumeAnswer created = await _place.CreateAsync(fileSystem);
        long before = Volume.At(_place.Folder).TotalBytes;
        using (File.Create(Path.Combine(_place.Folder, "open")))
        {
            Assert.HasCount(2, created.Grow);
            Shell(created.Grow.Select(line =>
                line.Replace("sudo ", string.Empty, StringComparison.Ordinal).Replace("100GB", "700M", StringComparison.Ordinal)));
        }

        Assert.AreEqual(188 * VolumePlace.MiB, Volume.At(_place.Folder).TotalBytes - before);
        Assert.AreEqual(700 * VolumePlace.MiB, _place.Listed().Size);
    }

    [TestMethod]
    public async Task TheLineForFstabThatIsPrintedMountsItAgain()
    {
        VolumeAnswer created = await _place.CreateAsync();
        string fstab = _place.PathOf("../fstab");
        File.WriteAllText(fstab, created.Fstab + "\n");
        Assert.EndsWith(" xfs loop,nosuid,nodev,nofail 0 0", created.Fstab!);
        Command.OutputOf("umount", _place.Folder);
        Assert.AreEqual(VolumeState.NotMounted, _place.Listed().State);
        Command.OutputOf("mount", "--fstab", fstab, _place.Folder);
        Assert.AreEqual(VolumeState.Mounted, _place.Listed().State);
        Assert.AreEqual(@"/a\040b\134c /d\043e xfs loop,nosuid,nodev,nofail 0 0", LoopImage.FstabLine(@"/a b\c", "/d#e", "xfs"));
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

        Shell(dry.Commands);
        Assert.AreEqual("1234:1235 755", Status(_place.Folder));
        Assert.AreEqual("1234:1235 600", Status(_place.Image));
        ListedVolume listed = _place.Listed();
        Assert.AreEqual((VolumeState.Mounted, VolumePlace.Size), (listed.State, listed.Size), $"{listed}");
        Assert.IsTrue(Volume.At(_place.Folder).TryClone(out string why), why);

        string before = _place.Left();
        VolumeAnswer remove = await _place.RemoveAsync(dry: true);
        CollectionAssert.AreEqual(
            (string[])[$"umount {_place.Folder}", $"rm {_place.Image} {_place.Record}", $"rmdir {_place.Folder}"],
            remove.Commands.ToArray());
        Assert.AreEqual(before, _place.Left());
        Shell(remove.Commands);
        Assert.AreEqual(string.Empty, _place.Left());
    }

    [TestMethod]
    public async Task WhatIsOnItKeepsItUnlessForced()
    {
        await _place.CreateAsync();
        File.WriteAllText(Path.Combine(_place.Folder, "mine"), "mine");
        string before = _place.Left();
        BadInputException refused = await _place.RefusesAsync("COW1052", () => _place.RemoveAsync());
        Assert.Contains($"{_place.Folder} is not empty: {_place.Folder}/mine is on it.", refused.Message);
        Assert.AreEqual(before, _place.Left());
        await _place.RemoveAsync(force: true);
        Assert.AreEqual(string.Empty, _place.Left());
    }

    [TestMethod]
    public async Task WhileAProcessUsesItItStaysAlsoIfForced()
    {
        await _place.CreateAsync();
        string before = _place.Left();
        using Process user = Process.Start(new ProcessStartInfo("sleep", "600") { WorkingDirectory = _place.Folder })!;
        try
        {
            BadInputException refused = await _place.RefusesAsync("COW1051", () => _place.RemoveAsync(force: true));
            Assert.Contains("is in use, so it stays: umount", refused.Message);
            Assert.Contains($"`sudo fuser -vm {_place.Folder}`", refused.Message);
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
    [DataRow("mkdir second; mount --bind clones second", "is mounted more than once")]
    [DataRow("mkdir clones/nested; mount --bind . clones/nested", "is in use")]
    [DataRow("umount clones; sleep 1; losetup -f clones.img", "is in use by /dev/loop")]
    public async Task MountedOrHeldElsewhereItStaysAlsoIfForced(string holds, string message)
    {
        await _place.CreateAsync();
        Shell([$"cd {_place.PathOf(".")}; PATH=$PATH:/usr/sbin:/sbin; {holds}"]);
        string before = _place.Left();
        BadInputException refused = await _place.RefusesAsync("COW1051", () => _place.RemoveAsync(force: true));
        Assert.Contains(message, refused.Message);
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
    public async Task NotMountedItsContentIsUnknownSoOnlyForceRemovesIt()
    {
        await _place.CreateAsync();
        Command.OutputOf("umount", _place.Folder);
        File.WriteAllText(_place.Folder + ".json", "{}");    // A file that has the name of a record beside the folder is none.
        BadInputException refused = await _place.RefusesAsync("COW1054", () => _place.RemoveAsync());
        Assert.Contains($"sudo mount -t xfs -o loop,nosuid,nodev {_place.Image} {_place.Folder}", refused.Message);
        Assert.AreEqual($"To mount it: {KnownVolume.Find(_place.Folder).HowToMount}", _place.Listed().Problem);
        await _place.RemoveAsync(force: true);
        Assert.AreEqual($"file {_place.Folder}.json", _place.Left());
    }

    [TestMethod]
    public async Task AVolumeThatIsNotMountedAnyMoreIsMountedToBeReused()
    {
        await _place.CreateAsync();
        File.WriteAllText(_place.Folder + "/kept", "content");
        Command.OutputOf("umount", _place.Folder);
        VolumeAnswer? reused = await CreateVolume.ReuseAsync(_place.System, _place.Folder, dry: false);
        Assert.Contains("is mounted again", reused!.Summary);
        Assert.AreEqual("content", File.ReadAllText(_place.Folder + "/kept"));
        Assert.Contains("is a volume already", (await CreateVolume.ReuseAsync(_place.System, _place.Folder, dry: false))!.Summary);

        Command.OutputOf("umount", _place.Folder);
        File.WriteAllText(_place.Folder + "/mine", "would be hidden");
        Assert.IsNull(await CreateVolume.ReuseAsync(_place.System, _place.Folder, dry: false));
        Assert.IsEmpty(_place.Mounts());
    }

    [TestMethod]
    public async Task ADiskThatIsTooFullForTheImageIsReported()
    {
        await _place.CreateAsync();
        Command.OutputOf("truncate", "-s", $"{Volume.At(_place.Image).FreeBytes * 2}", _place.Image);
        ListedVolume listed = _place.Listed();
        Assert.AreEqual(VolumeState.DiskTooFull, listed.State, $"{listed}");
        Assert.Contains("has less free than the image could still take up", listed.Problem!);
    }

    [TestMethod]
    public async Task AVolumeIsListedWhateverItsImagesEndingIs()
    {
        CreateOptions options = CreateOptions.Of(_place.Folder, _place.PathOf("my.disk"), "512MiB", "xfs");
        await CreateVolume.RunAsync(_place.System, options, false, default);
        Command.OutputOf("umount", _place.Folder);
        Assert.HasCount(1, KnownVolume.All(_place.PathOf(".")).Where(volume => volume.Image == _place.PathOf("my.disk")));
    }

    [TestMethod]
    public async Task BySudoOnlyWhatNeedsRootIsRunAsRoot()
    {
        (_place.IsRoot, _place.Caller) = (false, null);
        _place.FakeSudo();
        VolumeAnswer created = await _place.CreateAsync();
        Assert.Contains(
            $"After a restart: sudo mount -t xfs -o loop,nosuid,nodev {_place.Image} {_place.Folder}", created.Facts.ToArray());
        CollectionAssert.AreEqual(
            (string[])[
                "-n true",
                "losetup -f",
                $"mkdir {_place.Folder}",
                $"mount -t xfs -o loop,nosuid,nodev {_place.Image} {_place.Folder}",
                $"chown -h --reference={_place.Image} {_place.Folder}"],
            _place.CallsOfSudo);
        await _place.RemoveAsync();
        Assert.AreEqual(string.Empty, _place.Left());
    }

    [TestMethod]
    [DataRow("/a (xfs)", "/a (xfs)")]
    [DataRow("/a (xfs) or /b (btrfs) or /c (xfs)", "/a (xfs)", "/b (btrfs)", "/c (xfs)")]
    [DataRow("/a (xfs) or /b (btrfs) or /c (xfs) or one of 2 more", "/a (xfs)", "/b (btrfs)", "/c (xfs)", "/d (xfs)", "/e (xfs)")]
    public void OfManyVolumesThatCloneThreeAreNamed(string expected, params string[] volumes) =>
        Assert.AreEqual(expected, CloningVolumes.Named(volumes));

    [TestMethod]
    public void TheDoctorsStepForAVolumeThatCannotCloneRunsAsPrinted()
    {
        string repository = Directory.CreateDirectory(_place.PathOf("a repository")).FullName;
        File.WriteAllText(Path.Combine(repository, "file"), "content");
        string command = CloningVolumes.HowToCreate(repository, _place.PathOf(".")).Command;
        Assert.StartsWith($"dotnet cow volume create {_place.Folder} && cp ", command);

        string tool = Path.Combine(AppContext.BaseDirectory, "dotnet-cow.dll");
        (int exitCode, string output) = Command.Run(
            Tools.Require("bash"),
            ["-e", "-c", $"dotnet() {{ shift; command '{DotNetEnvironment.Host}' '{tool}' \"$@\"; }}\n{command}"]);

        Assert.AreEqual(0, exitCode, output);
        Assert.AreEqual("content", File.ReadAllText(_place.Folder + "/a repository/file"));
        Assert.AreEqual("content", File.ReadAllText(Path.Combine(repository, "file")));
        Assert.IsTrue(Volume.At(_place.Folder).TryClone(out string why), why);
        command = CloningVolumes.HowToCreate(repository, _place.PathOf(".")).Command;
        Assert.StartsWith($"dotnet cow volume create {_place.Folder}-2 ", command);
    }

    private static void Shell(IEnumerable<string> commands)
    {
        (int exitCode, string output) = Command.Run("sh", ["-e", "-c", string.Join('\n', commands)]);
        Assert.AreEqual(0, exitCode, output);
    }

    private static string Status(string path) => Command.OutputOf("stat", "-c", "%u:%g %a", path).Trim();
}
