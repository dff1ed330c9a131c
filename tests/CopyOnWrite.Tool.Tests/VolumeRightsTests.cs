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

/// <summary>Volumes of users who are not root: by sudo, by udisks, or not at all.</summary>
[TestClass]
public sealed class VolumeRightsTests
{
    private const string Nobody = "65534";

    private VolumePlace _place = null!;

    [TestInitialize]
    public void Open()
    {
        _place = VolumePlace.New();
        (_place.IsRoot, _place.Owner) = (false, $"{Nobody}:{Nobody}");
    }

    [TestCleanup]
    public void Close() => _place?.Dispose();

    [TestMethod]
    public async Task BySudoOnlyWhatNeedsRootIsRunAsRoot()
    {
        _place.FakeSudo();
        VolumeAnswer created = await _place.CreateAsync();
        Assert.Contains(
            $"After a restart: sudo mount -t xfs -o loop,nosuid,nodev {_place.Image} {_place.Folder}", created.Facts.ToArray());
        string[] calls = [.. _place.CallsOfSudo];
        CollectionAssert.AreEqual(
            (string[])[
                "-n true",
                "losetup -f",
                $"mkdir {_place.Folder}",
                $"mount -t xfs -o loop,nosuid,nodev {_place.Image} {_place.Folder}",
                $"chown -h {Nobody}:{Nobody} {_place.Folder}"],
            calls);
        await _place.GrowAsync(600 * VolumePlace.MiB);
        await _place.RemoveAsync();
        Assert.AreEqual(string.Empty, _place.Left());
    }

    [TestMethod]
    public async Task AUserCreatesUsesAndRemovesOne()
    {
        // setpriv with root's rights stands for sudo: the tool itself is the user's process.
        string root = _place.PathOf("../as-root");
        File.Copy(Tools.Require("setpriv"), root);
        File.SetUnixFileMode(root, (UnixFileMode)0x9ED);    // 04755
        _place.Fake("sudo", $"[ \"$1\" != -n ] || shift; exec {root} --reuid 0 --regid 0 --clear-groups \"$@\"");
        Command.OutputOf("chown", $"{Nobody}:{Nobody}", _place.PathOf("."));
        Tools.SkipUnless(IsReadableByAll(AppContext.BaseDirectory), "The tests' folder is not readable by other users.");

        AsUser("create", _place.Folder, "--size", "512MiB");

        Assert.AreEqual($"{Nobody} 755", Status(_place.Folder));
        Assert.AreEqual($"{Nobody} 600", Status(_place.Image));
        Assert.AreEqual($"{Nobody} 644", Status(_place.Record));
        Assert.Contains(_place.Folder + "\"", AsUser("list", _place.PathOf("."), "--json"));
        AsUser("grow", _place.Folder, "--size", "600MiB");
        AsUser("remove", _place.Folder);
        Assert.AreEqual(string.Empty, _place.Left());
    }

    [TestMethod]
    public async Task WithoutRootSudoAndUdisksItIsRefused()
    {
        _place.Path = OnlyWith("mkfs.xfs", "mount", "losetup");
        BadInputException refused = await _place.RefusesAsync("COW1041", () => _place.CreateAsync());
        Assert.Contains("neither sudo nor udisksctl is installed", refused.Message);
        VolumeAnswer dry = await _place.CreateAsync(dry: true);
        Assert.Contains($"sudo mkdir {_place.Folder}", dry.Commands.ToArray());
        Assert.AreEqual(string.Empty, _place.Left());
    }

    [TestMethod]
    public async Task ASudoThatWantsAPasswordIsNotWaitedFor()
    {
        _place.Path = OnlyWith("mkfs.xfs", "mount", "losetup");
        string before = _place.Path;
        _place.Fake("sudo", "echo sudo: a password is required >&2; exit 1");
        _place.Path = $"{Path.GetFullPath(_place.PathOf("../fakes"))}:{before}";
        BadInputException refused = await _place.RefusesAsync("COW1041", () => _place.CreateAsync());
        Assert.Contains("Run `sudo -v` first", refused.Message);
        Assert.AreEqual(string.Empty, _place.Left());
    }

    [TestMethod]
    public async Task ByUdisksTheFolderIsALinkToWhereItMounts()
    {
        WithUdisks();
        string media = _place.PathOf("../media");
        VolumeAnswer created = await _place.CreateAsync();
        Assert.AreEqual(media, new FileInfo(_place.Folder).LinkTarget);
        Assert.AreEqual($"{Nobody} 755", Status(media));    // By mkfs: an ordinary user may not chown there.
        string facts = string.Join('\n', created.Facts);
        Assert.Contains("FICLONE succeeds", facts);
        Assert.Contains($"After a restart: udisksctl loop-setup --no-user-interaction --file {_place.Image}, then udisksctl mount", facts);
        Assert.AreEqual(VolumeState.Mounted, _place.Listed().State);
        await _place.RefusesAsync("COW1041", () => _place.GrowAsync(700 * VolumePlace.MiB));

        await _place.RemoveAsync();
        Assert.AreEqual(string.Empty, _place.Left());
    }

    [TestMethod]
    public async Task UdisksNeitherKeepsAVolumeNorGivesABtrfsToTheUser()
    {
        WithUdisks();
        await _place.RefusesAsync("COW1041", () => _place.CreateAsync("btrfs"));
        await _place.RefusesAsync("COW1041", () => _place.CreateAsync(keeps: true));
        Assert.AreEqual(string.Empty, _place.Left());
    }

    [TestMethod]
    [DataRow("mount")]
    [DataRow("loop-setup")]
    public async Task AfterAFailureOfUdisksNothingIsLeft(string verb)
    {
        WithUdisks(failing: verb);
        await _place.RefusesAsync("COW1048", () => _place.CreateAsync());
        Assert.AreEqual(string.Empty, _place.Left());
    }

    // As udisksctl(1) words its answers; it is not run here itself, which needs a system bus and a seat.
    private void WithUdisks(string failing = "none")
    {
        string media = Directory.CreateDirectory(_place.PathOf("../media")).FullName;
        _place.Path = OnlyWith("mkfs.xfs", "mkfs.btrfs", "mkdir", "rmdir");
        string before = _place.Path;
        _place.Fake("udisksctl", $"""
            PATH='{UsualPath()}'
            verb=$1
            [ "$verb" != {failing} ] || exit 1
            for last; do :; done
            case $verb in
                loop-setup) device=$(losetup --show -f "$last") && echo "Mapped file $last as $device." ;;
                loop-delete) losetup -d "$last" ;;
                mount) mount "$last" '{media}' && echo "Mounted $last at {media}" ;;
                unmount) umount "$last" && echo "Unmounted $last." ;;
            esac
            """);
        _place.Path = $"{Path.GetFullPath(_place.PathOf("../fakes"))}:{before}";
    }

    private static string UsualPath() => $"{Environment.GetEnvironmentVariable("PATH")}:/usr/sbin:/sbin";

    /// <summary>A PATH with these programs and no others: no sudo, wherever it is.</summary>
    private string OnlyWith(params string[] names)
    {
        string folder = Directory.CreateDirectory(_place.PathOf("../only")).FullName;
        foreach (string name in names)
        {
            File.CreateSymbolicLink(Path.Combine(folder, name), new Programs(UsualPath()).Find(name)!);
        }

        return folder;
    }

    private string AsUser(params string[] arguments)
    {
        string tool = Path.Combine(AppContext.BaseDirectory, "dotnet-cow.dll");
        (int exitCode, string output) = Command.Run(
            Tools.Require("setpriv"),
            ["--reuid", Nobody, "--regid", Nobody, "--clear-groups", "env", $"PATH={_place.Path}", $"HOME={_place.PathOf(".")}",
                DotNetEnvironment.Host, tool, "volume", .. arguments],
            folder: "/");
        Assert.AreEqual(0, exitCode, output);
        return output;
    }

    private static bool IsReadableByAll(string folder) => Command.Run(
        Tools.Require("setpriv"), ["--reuid", Nobody, "--regid", Nobody, "--clear-groups", "test", "-r", folder]).ExitCode == 0;

    private static string Status(string path) => Command.OutputOf("stat", "-c", "%u %a", path).Trim();
}
