using CopyOnWrite.Linux;

namespace CopyOnWrite.Tests;

[TestClass]
public sealed class CloningOnBtrfs : LinuxCopyConformance
{
    protected override string VolumeName => "btrfs";

    protected override bool Clones => true;

    private protected override FileCloner MakeCloner() => new LinuxCloner(new VolumePairs());
}

[TestClass]
public sealed class CloningOnXfs : LinuxCopyConformance
{
    protected override string VolumeName => "xfs";

    protected override bool Clones => true;

    private protected override FileCloner MakeCloner() => new LinuxCloner(new VolumePairs());
}

[TestClass]
public sealed class CloningOnAPlainVolume : LinuxCopyConformance
{
    protected override string VolumeName => "plain";

    protected override bool Clones => false;

    private protected override FileCloner MakeCloner() => new LinuxCloner(new VolumePairs());
}

[TestClass]
public sealed class CloningOnTmpfs : LinuxCopyConformance
{
    protected override string VolumeName => "tmpfs";

    protected override bool Clones => false;

    private protected override FileCloner MakeCloner() => new LinuxCloner(new VolumePairs());
}

[TestClass]
public sealed class PlainCopyOnAPlainVolume : LinuxCopyConformance
{
    protected override string VolumeName => "plain";

    protected override bool Clones => false;

    private protected override FileCloner MakeCloner() => new LinuxCloner(null);
}
