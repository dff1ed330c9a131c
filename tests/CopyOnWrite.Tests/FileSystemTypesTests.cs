namespace CopyOnWrite.Tests;

/// <summary>By statfs's number (magic.h): a lock that a server answers proves nothing of other mounts and machines.</summary>
[TestClass]
public sealed class FileSystemTypesTests
{
    [TestMethod]
    [DataRow(0x9123683EL, true, DisplayName = "btrfs")]
    [DataRow(0x58465342L, true, DisplayName = "xfs")]
    [DataRow(0xEF53L, true, DisplayName = "ext4")]
    [DataRow(0x01021994L, true, DisplayName = "tmpfs")]
    [DataRow(0x794C7630L, true, DisplayName = "overlayfs")]
    [DataRow(0x65735546L, false, DisplayName = "FUSE")]
    [DataRow(0x6969L, false, DisplayName = "NFS")]
    [DataRow(0xFF534D42L, false, DisplayName = "CIFS")]
    [DataRow(0xFE534D42L, false, DisplayName = "SMB2")]
    [DataRow(0x01021997L, false, DisplayName = "9p")]
    public void LocksExcludeWhereTheKernelKeepsThem(long type, bool expected) =>
        Assert.AreEqual(expected, FileSystemTypes.LocksExclude(type));
}
