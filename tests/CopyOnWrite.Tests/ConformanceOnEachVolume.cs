namespace CopyOnWrite.Tests;

[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class CloningOnBtrfs() : LinuxCopyConformance("btrfs", clones: true);

[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class CloningOnXfs() : LinuxCopyConformance("xfs", clones: true);

[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class CloningOnAPlainVolume() : LinuxCopyConformance("plain", clones: false);

[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class CloningOnTmpfs() : LinuxCopyConformance("tmpfs", clones: false);

[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class PlainCopyOnAPlainVolume() : LinuxCopyConformance("plain", clones: false)
{
    private protected override Platform MakePlatform() => new LinuxPlatform(null);
}
