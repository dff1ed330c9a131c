using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Measurement;
using CopyOnWrite.Testing;
using CopyOnWrite.Tool.Tests.Infrastructure;
using CopyOnWrite.Tool.Volumes;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tool.Tests;

/// <summary>What fails, is missing or is stopped leaves nothing: no file, mount, loop device or line in fstab.</summary>
[TestClass]
public sealed class VolumeFaultTests
{
    private VolumePlace _place = null!;

    [TestInitialize]
    public void Open() => _place = VolumePlace.New();

    [TestCleanup]
    public void Close() => _place?.Dispose();

    [TestMethod]
    [DataRow("mkfs.xfs", "echo no space >&2; exit 1", "COW1048", "failed with 1: no space.")]
    [DataRow("mkfs.xfs", "exit 0", "COW1048", "made no file system")]
    [DataRow("mkfs.xfs", "\"$real\" \"$@\"; exit 3", "COW1048", "failed with 3")]
    [DataRow("mkfs.xfs", "\"$real\" -q -m \"reflink=0,${3#*,}\" \"$4\"", "COW1048", "does not clone")]
    [DataRow("losetup", "[ \"$1\" != -f ] || { echo none is unused >&2; exit 1; }; exec \"$real\" \"$@\"", "COW1043", "none is unused")]
    [DataRow("mkdir", "echo read-only >&2; exit 1", "COW1048", "read-only")]
    [DataRow("mount", "echo mount: failed to set up loop device >&2; exit 32", "COW1048", "failed to set up loop device")]
    [DataRow("mount", "exit 0", "COW1048", "is not mounted")]
    [DataRow("mount", "\"$real\" \"$@\"; exit 5", "COW1048", "failed with 5")]
    [DataRow("mount", "losetup -f \"$5\"; exit 6", "COW1048", "failed with 6")]    // A loop device that nothing frees by itself.
    [DataRow("chown", "exit 1", "COW1048", "`chown")]
    [DataRow("cp", "exit 1", "COW1048", "sh -c")]
    [DataRow("cat", "exit 1", "COW1048", "sh -c")]
    [DataRow("mv", "exit 1", "COW1048", "sh -c")]
    public async Task AfterAProgramThatFailsNothingIsLeft(string program, string script, string code, string message)
    {
        string fstab = File.ReadAllText(_place.Fstab);
        _place.Fake(program, script);
        WithPathOfPrograms();
        BadInputException refused = await _place.RefusesAsync(code, () => _place.CreateAsync(keeps: true));
        Assert.Contains(message, refused.Message);
        Assert.AreEqual(string.Empty, _place.Left());
        Assert.AreEqual(fstab, File.ReadAllText(_place.Fstab));
        Assert.IsEmpty(Directory.GetFiles(Path.GetDirectoryName(_place.Fstab)!, ".cow-*"));
    }

    [TestMethod]
    [DataRow("mkfs.xfs")]
    [DataRow("mkdir")]
    [DataRow("mount")]
    [DataRow("chown")]
    public async Task StoppedWhileAProgramRunsNothingIsLeft(string program)
    {
        using var stop = new CancellationTokenSource();
        Task stopping = StopIn(program, stop);
        BadInputException refused = await _place.RefusesAsync("COW1049", () => _place.CreateAsync(cancel: stop.Token));
        Assert.AreEqual("Stopped before the end. What had been done was undone.", refused.Message);
        await stopping;
        Assert.AreEqual(string.Empty, _place.Left());
    }

    [TestMethod]
    [DataRow("INT")]
    [DataRow("TERM")]
    [DataRow("HUP")]
    public async Task ASignalEndsItWithASentenceAndNothingIsLeft(string signal)
    {
        string reached = _place.PathOf("../reached");
        string go = _place.PathOf("../go");
        _place.Fake("mount", $"touch '{reached}'; while [ ! -e '{go}' ]; do sleep 0.05; done; exec \"$real\" \"$@\"");
        using System.Diagnostics.Process tool = DotNet.Start(
            _place.PathOf("."),
            [Path.Combine(AppContext.BaseDirectory, "dotnet-cow.dll"), "volume", "create", _place.Folder, "--size", "512MiB", "--json"],
            ["env", $"--default-signal={signal}", $"PATH={_place.Path}"]);
        await Waited(() => File.Exists(reached) || tool.HasExited);
        Command.OutputOf("kill", $"-{signal}", $"{tool.Id}");
        File.WriteAllText(go, string.Empty);
        string output = await tool.StandardOutput.ReadToEndAsync();
        await tool.WaitForExitAsync();
        Assert.AreEqual(2, tool.ExitCode, output);
        Assert.Contains("\"code\": \"COW1049\"", output);
        Assert.AreEqual(string.Empty, _place.Left());
    }

    [TestMethod]
    [DataRow("truncate", "[ -e $0.once ] && exec \"$real\" \"$@\"; touch $0.once; exit 1")]    // Fails once: undoing needs it, too.
    [DataRow("losetup", "[ \"$1\" != -c ] || exit 1; exec \"$real\" \"$@\"")]
    [DataRow("xfs_growfs", "exit 1")]
    public async Task AfterAFailedGrowTheVolumeIsAsItWas(string program, string script)
    {
        await _place.CreateAsync();
        string before = _place.Left();
        long total = Volume.At(_place.Folder).TotalBytes;
        _place.Fake(program, script);
        await _place.RefusesAsync("COW1048", () => _place.GrowAsync(700 * VolumePlace.MiB));
        Assert.AreEqual(VolumePlace.Size, new FileInfo(_place.Image).Length);
        Assert.AreEqual(total, Volume.At(_place.Folder).TotalBytes);
        Assert.AreEqual(VolumePlace.Size, _place.Listed().Size);
        Assert.AreEqual(before, _place.Left());
        Assert.IsTrue(Volume.At(_place.Folder).TryClone(out string why), why);
    }

    [TestMethod]
    public async Task WhatTheFileSystemHasTakenOfAFailedGrowStaysAndTheSameCommandGoesOn()
    {
        await _place.CreateAsync();
        _place.Fake("xfs_growfs", "\"$real\" \"$@\"; exit 1");
        BadInputException refused = await _place.RefusesAsync("COW1053", () => _place.GrowAsync(700 * VolumePlace.MiB));
        Assert.Contains("Run the same command again.", refused.Message);
        Assert.AreEqual(700 * VolumePlace.MiB, new FileInfo(_place.Image).Length);
        _place.Fake("xfs_growfs", "exit 0");
        await _place.GrowAsync(700 * VolumePlace.MiB);
        Assert.AreEqual(700 * VolumePlace.MiB, _place.Listed().Size);
    }

    [TestMethod]
    public async Task TheImageNeverBecomesSmallerThanWhatTheFileSystemHasTaken()
    {
        await _place.CreateAsync();
        _place.Fake("xfs_growfs", "\"$real\" \"$@\"; exit 1");
        await _place.RefusesAsync("COW1053", () => _place.GrowAsync(700 * VolumePlace.MiB));
        BadInputException refused = await _place.RefusesAsync("COW1046", () => _place.GrowAsync(600 * VolumePlace.MiB));
        Assert.Contains($"{_place.Folder} has {Output.Words.Bytes(700 * VolumePlace.MiB)} already", refused.Message);
        Assert.AreEqual(700 * VolumePlace.MiB, new FileInfo(_place.Image).Length);

        _place.Fake("losetup", "[ \"$1\" != -c ] || exit 1; exec \"$real\" \"$@\"");
        await _place.RefusesAsync("COW1048", () => _place.GrowAsync(700 * VolumePlace.MiB));
        Assert.AreEqual(700 * VolumePlace.MiB, new FileInfo(_place.Image).Length);
    }

    [TestMethod]
    [DataRow("umount", "exit 32", "COW1051")]
    [DataRow("grep", "exit 2", "COW1048")]
    [DataRow("mv", "exit 1", "COW1048")]
    public async Task AfterAFailedRemovalTheVolumeIsMountedAsBefore(string program, string script, string code)
    {
        await _place.CreateAsync(keeps: true);
        string before = _place.Left();
        File.WriteAllText(Path.Combine(_place.Folder, "file"), "content");
        _place.Fake(program, script);
        WithPathOfPrograms();
        await _place.RefusesAsync(code, () => _place.RemoveAsync());
        Assert.AreEqual(before, _place.Left());
        Assert.AreEqual("content", File.ReadAllText(Path.Combine(_place.Folder, "file")));
    }

    [TestMethod]
    public async Task WhatCannotBeUndoneIsNamed()
    {
        _place.Fake("chown", "exit 1");
        _place.Fake("umount", "echo umount: busy >&2; exit 32");
        BadInputException refused = await _place.RefusesAsync("COW1053", () => _place.CreateAsync());
        Assert.Contains("Not everything could be undone: `umount", refused.Message);
        Assert.Contains("umount: busy", refused.Message);
    }

    [TestMethod]
    [DataRow("xfs", "mkfs.xfs is not installed. Install the package xfsprogs")]
    [DataRow("btrfs", "mkfs.btrfs is not installed. Install the package btrfs-progs")]
    public async Task AProgramThatIsNotInstalledIsNamedWithItsPackage(string fileSystem, string message)
    {
        _place.Path = Path.GetDirectoryName(new Programs(_place.Path).Find("sh"))!;
        string only = Directory.CreateDirectory(_place.PathOf("../only")).FullName;
        File.CreateSymbolicLink(Path.Combine(only, "sh"), Path.Combine(_place.Path, "sh"));
        _place.Path = only;
        BadInputException refused = await _place.RefusesAsync("COW1042", () => _place.CreateAsync(fileSystem));
        Assert.Contains(message, refused.Message);
        Assert.AreEqual(string.Empty, _place.Left());
    }

    [TestMethod]
    [DataRow("299MiB", "xfs", "COW1046")]
    [DataRow("100MiB", "btrfs", "COW1046")]
    [DataRow("many", "xfs", "COW1046")]
    [DataRow("9000TB", "xfs", "COW1047")]
    public async Task ASizeThatDoesNotFitIsRefused(string size, string fileSystem, string code)
    {
        await _place.RefusesAsync(code, () => _place.CreateAsync(fileSystem, size: size));
        Assert.AreEqual(string.Empty, _place.Left());
    }

    [TestMethod]
    public void WithoutASizeItFitsIntoWhatIsFree()
    {
        CreateOptions options = CreateOptions.Of(_place.Folder, null, null, "xfs", false);
        Assert.IsLessThan(Volume.At(_place.PathOf(".")).FreeBytes, options.Size);
        Assert.IsLessThanOrEqualTo(50_000_000_000, options.Size);
    }

    [TestMethod]
    [DataRow("a file in it", "is not empty")]
    [DataRow("a file", "is a file")]
    [DataRow("no parent", "does not exist")]
    [DataRow("mounted", "has a volume mounted on it")]
    public async Task AFolderThatIsInUseIsRefused(string what, string message)
    {
        CreateOptions? options = null;
        string folder = what == "no parent" ? _place.PathOf("none/clones") : _place.Folder;
        switch (what)
        {
            case "a file in it":
                Directory.CreateDirectory(folder);
                File.WriteAllText(Path.Combine(folder, "mine"), "mine");
                break;
            case "a file":
                File.WriteAllText(folder, "mine");
                break;
            case "mounted":
                await _place.CreateAsync();
                break;
        }

        string before = _place.Left();
        BadInputException refused = await _place.RefusesAsync(
            "COW1044", () => Task.Run(() => options = CreateOptions.Of(folder, _place.PathOf("other.img"), "512MiB", "xfs", false)));
        Assert.Contains(message, refused.Message);
        Assert.AreEqual(before, _place.Left());
    }

    [TestMethod]
    [DataRow(".img")]
    [DataRow(".img.json")]
    public async Task AFileOfThatNameIsNotTouched(string ending)
    {
        File.WriteAllText(_place.Folder + ending, "mine");
        string before = _place.Left();
        await _place.RefusesAsync(ending == ".img" ? "COW1045" : "COW1045", () => _place.CreateAsync());
        Assert.AreEqual("mine", File.ReadAllText(_place.Folder + ending));
        Assert.AreEqual(before, _place.Left());
    }

    [TestMethod]
    public async Task AFileThatAppearsInBetweenIsNotTouched()
    {
        // After everything was looked at, and before the image is made.
        _place.Fake("losetup", $"echo mine > {_place.Image}; exec \"$real\" \"$@\"");
        await _place.RefusesAsync("COW1048", () => _place.CreateAsync());
        Assert.AreEqual("mine\n", File.ReadAllText(_place.Image));
        Assert.AreEqual("file " + _place.Image, _place.Left());
    }

    [TestMethod]
    public async Task AnExistingVolumesImageIsNamedAsOne()
    {
        await _place.CreateAsync();
        Command.OutputOf("umount", _place.Folder);
        BadInputException refused = await _place.RefusesAsync("COW1045", () => _place.CreateAsync());
        Assert.Contains($"is the image of an existing volume for {_place.Folder}", refused.Message);
    }

    // Programs that the tool starts through a shell are found by the PATH of this process, which is not changed: the shell gets its own.
    private void WithPathOfPrograms()
    {
        string path = _place.Path;
        _place.Fake("sh", $"PATH='{path}' exec \"$real\" \"$@\"");
    }

    private Task StopIn(string program, CancellationTokenSource stop)
    {
        string reached = _place.PathOf("../reached");
        string go = _place.PathOf("../go");
        _place.Fake(program, $"touch '{reached}'; while [ ! -e '{go}' ]; do sleep 0.05; done; exec \"$real\" \"$@\"");
        return Task.Run(async () =>
        {
            await Waited(() => File.Exists(reached));
            await stop.CancelAsync();
            File.WriteAllText(go, string.Empty);
        });
    }

    private static async Task Waited(Func<bool> until)
    {
        DateTime last = DateTime.UtcNow.AddMinutes(2);    // For hangs only.
        while (!until() && DateTime.UtcNow < last)
        {
            await Task.Delay(20);
        }

        Assert.IsTrue(until());
    }
}
