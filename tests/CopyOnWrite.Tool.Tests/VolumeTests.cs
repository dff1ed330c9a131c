using CopyOnWrite.Tool.Doctor;
using CopyOnWrite.Tool.Tests.Infrastructure;
using CopyOnWrite.Tool.Volumes;

namespace CopyOnWrite.Tool.Tests;

/// <summary>`dotnet cow volume` with real images, mounted by loop devices.</summary>
[TestClass]
public sealed class VolumeTests : TestsOfVolumes
{
    [TestMethod]
    [DataRow("xfs")]
    [DataRow("btrfs")]
    public async Task CreatedItIsMountedClonesGrowsAndBelongsToTheUserAndRemovedNothingIsLeft(string fileSystem)
    {
        VolumeAnswer created = await Place.CreateAsync(fileSystem);

        Assert.Contains("A file was cloned there", created.Facts[0]);
        Assert.AreEqual("1234:1235 755", Status(Place.Folder));
        Assert.AreEqual("1234:1235 600", Status(Place.Image));
        Assert.HasCount(1, Place.Loops());
        Assert.Contains("nosuid,nodev", Mount.Of(Place.Folder)!.Options, "No program on it runs as root, and no file on it is a device.");
        KnownVolume listed = Place.Listed();
        Assert.AreEqual(
            (VolumeState.Mounted, Place.Folder, fileSystem, VolumePlace.Size),
            (listed.State, listed.Folder, listed.FileSystem, listed.Size), listed.Problem);
        Assert.IsLessThan(VolumePlace.Size / 2, listed.Allocated!.Value, "The image is sparse.");
        Assert.IsTrue(Volume.At(Place.Folder).TryClone(out string why), why);

        // By the commands that were printed, while a file on it is open.
        long before = Volume.At(Place.Folder).TotalBytes;
        using (File.Create(Path.Combine(Place.Folder, "open")))
        {
            Shell(created.Grow!.Select(line =>
                line.Replace("sudo ", string.Empty, StringComparison.Ordinal).Replace("100GB", "700M", StringComparison.Ordinal)));
        }

        Assert.AreEqual(188 * VolumePlace.MiB, Volume.At(Place.Folder).TotalBytes - before);
        Assert.AreEqual(700 * VolumePlace.MiB, Place.Listed().Size);

        File.Delete(Path.Combine(Place.Folder, "open"));
        Assert.Contains("is removed with", (await Place.RemoveAsync()).Summary);
        Assert.AreEqual(string.Empty, Place.Left());
    }

    [TestMethod]
    public async Task TheLineForFstabThatIsPrintedMountsItAgain()
    {
        VolumeAnswer created = await Place.CreateAsync();
        string fstab = Place.PathOf("../fstab");
        File.WriteAllText(fstab, created.Fstab + "\n");
        Assert.EndsWith(" xfs loop,nosuid,nodev,nofail 0 0", created.Fstab!);
        Command.OutputOf("umount", Place.Folder);
        Assert.AreEqual(VolumeState.NotMounted, Place.Listed().State);
        Command.OutputOf("mount", "--fstab", fstab, Place.Folder);
        Assert.AreEqual(VolumeState.Mounted, Place.Listed().State);
        VolumeRecord odd = Place.Listed().Record with { Image = @"/a b\c", Folder = "/d#e" };
        Assert.AreEqual(@"/a\040b\134c /d\043e xfs loop,nosuid,nodev,nofail 0 0", odd.Fstab);
    }

    [TestMethod]
    public async Task AFolderThatWasThereStaysWithItsOwner()
    {
        Directory.CreateDirectory(Place.Folder);
        string before = Status(Place.Folder);
        await Place.CreateAsync();
        Assert.AreNotEqual(before, Status(Place.Folder));
        await Place.RemoveAsync();
        Assert.AreEqual("file " + Place.Folder, Place.Left());
        Assert.AreEqual(before, Status(Place.Folder));
    }

    [TestMethod]
    public async Task WhatDryRunPrintsDoesTheSame()
    {
        VolumeAnswer dry = await Place.CreateAsync(dry: true);
        Assert.AreEqual(string.Empty, Place.Left());

        Shell(dry.Commands);
        Assert.AreEqual("1234:1235 755", Status(Place.Folder));
        Assert.AreEqual((VolumeState.Mounted, VolumePlace.Size), (Place.Listed().State, Place.Listed().Size));

        string before = Place.Left();
        VolumeAnswer remove = await Place.RemoveAsync(dry: true);
        CollectionAssert.AreEqual(
            (string[])[$"umount {Place.Folder}", $"rm {Place.Image} {Place.Record}", $"rmdir {Place.Folder}"],
            remove.Commands.ToArray());
        Assert.AreEqual(before, Place.Left());
        Shell(remove.Commands);
        Assert.AreEqual(string.Empty, Place.Left());
    }

    [TestMethod]
    public async Task WhatIsOnItKeepsItUnlessForced()
    {
        await Place.CreateAsync();
        File.WriteAllText(Path.Combine(Place.Folder, "mine"), "mine");
        await Place.RefusesAsync("COW1052", $"{Place.Folder} is not empty: {Place.Folder}/mine is on it.", () => Place.RemoveAsync());
        await Place.RemoveAsync(force: true);
        Assert.AreEqual(string.Empty, Place.Left());
    }

    [TestMethod]
    [DataRow("mkdir second; mount --bind clones second", "is mounted more than once")]
    [DataRow("mkdir clones/nested; mount --bind . clones/nested", "is in use, so it stays: `umount")]
    [DataRow("umount clones; sleep 1; losetup -f clones.img", "is in use by /dev/loop")]
    public async Task MountedOrHeldElsewhereItStaysAlsoIfForced(string holds, string message)
    {
        await Place.CreateAsync();
        Shell([$"cd {Place.PathOf(".")}; PATH=$PATH:/usr/sbin:/sbin; {holds}"]);
        await Place.RefusesAsync("COW1051", message, () => Place.RemoveAsync(force: true));
    }

    [TestMethod]
    public async Task WhileAProcessUsesItItStaysAlsoIfForced()
    {
        await Place.CreateAsync();
        using Process user = Process.Start(new ProcessStartInfo("sleep", "600") { WorkingDirectory = Place.Folder })!;
        try
        {
            await Place.RefusesAsync("COW1051", $"`sudo fuser -vm {Place.Folder}`", () => Place.RemoveAsync(force: true));
        }
        finally
        {
            user.Kill();
            await user.WaitForExitAsync();
        }

        await Place.RemoveAsync();
        Assert.AreEqual(string.Empty, Place.Left());
    }

    [TestMethod]
    public async Task MountedElsewhereItIsUnmountedThereAndThatFolderStays()
    {
        await Place.CreateAsync();
        Command.OutputOf("umount", Place.Folder);
        string elsewhere = Directory.CreateDirectory(Place.PathOf("elsewhere")).FullName;
        Command.OutputOf("mount", "-o", "loop", Place.Image, elsewhere);
        await Place.RemoveAsync();
        Assert.AreEqual($"file {elsewhere}", Place.Left());
    }

    [TestMethod]
    public async Task NotMountedItsContentIsUnknownSoOnlyForceRemovesIt()
    {
        await Place.CreateAsync();
        Command.OutputOf("umount", Place.Folder);
        File.WriteAllText(Place.Folder + ".json", "{}");    // Beside the folder, not the image: not its record.
        string mount = $"sudo mount -t xfs -o loop,nosuid,nodev {Place.Image} {Place.Folder}";
        await Place.RefusesAsync("COW1054", mount, () => Place.RemoveAsync());
        Assert.AreEqual($"To mount it: {mount}", Place.Listed().Problem);
        await Place.RemoveAsync(force: true);
        Assert.AreEqual($"file {Place.Folder}.json", Place.Left());
    }

    [TestMethod]
    public async Task ADiskThatIsTooFullForTheImageIsReported()
    {
        await Place.CreateAsync();
        Command.OutputOf("truncate", "-s", $"{Volume.At(Place.Image).FreeBytes * 2}", Place.Image);
        KnownVolume listed = Place.Listed();
        Assert.AreEqual(VolumeState.DiskTooFull, listed.State, listed.Problem);
        Assert.Contains("has less free than the image could still take up", listed.Problem!);
    }

    [TestMethod]
    public async Task AVolumeIsCreatedListedAndRemovedWhateverItsFolderAndImageAreCalled()
    {
        (string folder, string image) = (Place.PathOf(@"it's $HOME \b"), Place.PathOf("my `id`;.disk"));
        await CreateVolume.RunAsync(Place.Programs(), CreateOptions.Of(folder, image, "512MiB", "xfs"), default);
        Command.OutputOf("umount", folder);
        Assert.HasCount(1, KnownVolume.All(Place.PathOf(".")).Where(volume => volume.Image == image));
        await RemoveVolume.RunAsync(Place.Programs(), image, force: true);
        Assert.AreEqual(string.Empty, Place.Left());
    }

    [TestMethod]
    public async Task BySudoOnlyWhatNeedsRootIsRunAsRoot()
    {
        (Place.IsRoot, Place.Caller) = (false, null);
        Place.FakeSudo();
        VolumeAnswer created = await Place.CreateAsync();
        Assert.Contains($"After a restart: sudo mount -t xfs -o loop,nosuid,nodev {Place.Image} {Place.Folder}", created.Facts.ToArray());
        CollectionAssert.AreEqual(
            (string[])[
                "-n true",
                $"mkdir {Place.Folder}",
                $"mount -t xfs -o loop,nosuid,nodev {Place.Image} {Place.Folder}",
                $"chown -h --reference={Place.Image} {Place.Folder}"],
            Place.CallsOfSudo);
        await Place.RemoveAsync();
        Assert.AreEqual(string.Empty, Place.Left());
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
        string repository = Directory.CreateDirectory(Place.PathOf("a repository")).FullName;
        File.WriteAllText(Path.Combine(repository, "file"), "content");
        string command = CloningVolumes.HowToCreate(repository, Place.PathOf("."))["Run: ".Length..];
        Assert.StartsWith($"dotnet cow volume create {Place.Folder} && cp ", command);

        string tool = Path.Combine(AppContext.BaseDirectory, "dotnet-cow.dll");
        (int exitCode, string output) = Command.Run(
            Tools.Require("bash"),
            ["-e", "-c", $"dotnet() {{ shift; command '{DotNetEnvironment.Host}' '{tool}' \"$@\"; }}\n{command}"]);

        Assert.AreEqual(0, exitCode, output);
        Assert.AreEqual("content", File.ReadAllText(Place.Folder + "/a repository/file"));
        Assert.AreEqual("content", File.ReadAllText(Path.Combine(repository, "file")));
        Assert.IsTrue(Volume.At(Place.Folder).TryClone(out string why), why);
        command = CloningVolumes.HowToCreate(repository, Place.PathOf("."))["Run: ".Length..];
        Assert.StartsWith($"dotnet cow volume create {Place.Folder}-2 ", command);
    }

    private static void Shell(IEnumerable<string> commands)
    {
        (int exitCode, string output) = Command.Run("sh", ["-e", "-c", string.Join('\n', commands)]);
        Assert.AreEqual(0, exitCode, output);
    }

    private static string Status(string path) => Command.OutputOf("stat", "-c", "%u:%g %a", path).Trim();
}
