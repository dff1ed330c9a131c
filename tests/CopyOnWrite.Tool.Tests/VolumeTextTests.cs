using System;
using System.IO;
using CopyOnWrite.Measurement;
using CopyOnWrite.Testing;
using CopyOnWrite.Tool.Doctor;
using CopyOnWrite.Tool.Tests.Infrastructure;
using CopyOnWrite.Tool.Volumes;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tool.Tests;

/// <summary>What the doctor and the tool write about volumes, to be run by a shell.</summary>
[TestClass]
public sealed class VolumeTextTests
{
    [TestMethod]
    [DataRow("/a (xfs)", "/a (xfs)")]
    [DataRow("/a (xfs) or /b (btrfs) or /c (xfs)", "/a (xfs)", "/b (btrfs)", "/c (xfs)")]
    [DataRow("/a (xfs) or /b (btrfs) or /c (xfs) or one of 2 more", "/a (xfs)", "/b (btrfs)", "/c (xfs)", "/d (xfs)", "/e (xfs)")]
    public void OfManyVolumesThatCloneThreeAreNamed(string expected, params string[] volumes) =>
        Assert.AreEqual(expected, CloningVolumes.Named(volumes));

    [TestMethod]
    public void TheDoctorsStepForAVolumeThatCannotCloneRunsAsPrinted()
    {
        using var place = VolumePlace.New();
        string repository = Directory.CreateDirectory(place.PathOf("a repository")).FullName;
        File.WriteAllText(Path.Combine(repository, "file"), "content");
        string command = CloningVolumes.HowToCreate(repository, place.PathOf(".")).Command;
        Assert.StartsWith($"dotnet cow volume create {place.Folder} && cp ", command);

        string tool = Path.Combine(AppContext.BaseDirectory, "dotnet-cow.dll");
        (int exitCode, string output) = Command.Run(
            Tools.Require("bash"),
            ["-e", "-c", $"dotnet() {{ shift; command '{DotNetEnvironment.Host}' '{tool}' \"$@\"; }}\n{command}"]);

        Assert.AreEqual(0, exitCode, output);
        Assert.AreEqual("content", File.ReadAllText(place.Folder + "/a repository/file"));
        Assert.AreEqual("content", File.ReadAllText(Path.Combine(repository, "file")));
        Assert.IsTrue(Volume.At(place.Folder).TryClone(out string why), why);
        Assert.StartsWith($"dotnet cow volume create {place.Folder}-2 ", CloningVolumes.HowToCreate(repository, place.PathOf(".")).Command);
    }

    [TestMethod]
    [DataRow("Create", "create vdisk file=", "Format-Volume -DevDrive", "fsutil.exe devdrv trust")]
    [DataRow("Grow", "expand vdisk maximum=$Megabytes", "Assert-NotInUse", "Resize-Partition")]
    [DataRow("Remove", "Assert-NotInUse", "Dismount-DiskImage", "Remove-Item -LiteralPath $Image")]
    public void ForWindowsAScriptHasThePathsAsPowerShellTakesThem(string verb, params string[] parts)
    {
        string script = WindowsVolumes.Script(verb, @"C:\O'Brien\clones", @"C:\O'Brien\clones.vhdx", ("Megabytes", "51200"));
        Assert.StartsWith("$Folder = 'C:\\O''Brien\\clones'\n$Image = 'C:\\O''Brien\\clones.vhdx'\n$Megabytes = 51200\n", script);
        Assert.Contains("\nAssert-Elevated\n", script);
        foreach (string part in parts)
        {
            Assert.Contains(part, script);
        }
    }

    [TestMethod]
    [DataRow("/home/me/clones.img /home/me/clones xfs loop,nosuid,nodev,nofail,x-dotnet-cow 0 0", "/home/me/clones.img", "/home/me/clones")]
    [DataRow(@"/a\040b\134c /d\011e xfs loop,nosuid,nodev,nofail,x-dotnet-cow 0 0", @"/a b\c", "/d\te")]
    public void ALineInFstabHasNoBlanksInItsFields(string line, string image, string folder)
    {
        Assert.AreEqual(line, Fstab.LineOf(image, folder, "xfs"));
        string file = Path.GetTempFileName();
        File.WriteAllText(file, $"# {line}\n/dev/sda / ext4 defaults 0 1\n{line}\n");
        CollectionAssert.AreEqual((string[])[image], Fstab.Images(file));
        File.Delete(file);
    }
}
