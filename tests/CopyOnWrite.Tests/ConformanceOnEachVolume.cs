namespace CopyOnWrite.Tests;

[TestClass]
public sealed class CloningOnBtrfs() : LinuxCopyConformance("btrfs", clones: true);

[TestClass]
public sealed class CloningOnXfs() : LinuxCopyConformance("xfs", clones: true);

[TestClass]
public sealed class CloningOnAPlainVolume() : LinuxCopyConformance("plain", clones: false);

[TestClass]
public sealed class CloningOnTmpfs() : LinuxCopyConformance("tmpfs", clones: false);

[TestClass]
public sealed class PlainCopyOnAPlainVolume() : LinuxCopyConformance("plain", clones: false)
{
    private protected override Platform MakePlatform() => new LinuxPlatform(null);
}
