using CopyOnWrite.Linux;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tests;

[TestClass]
public sealed class CloningOnBtrfs : LinuxConformance
{
    protected override string VolumeName => "btrfs";

    protected override bool Clones => true;

    private protected override ICopyStrategy MakeStrategy() => new LinuxStrategy(new VolumePairs());
}

[TestClass]
public sealed class CloningOnXfs : LinuxConformance
{
    protected override string VolumeName => "xfs";

    protected override bool Clones => true;

    private protected override ICopyStrategy MakeStrategy() => new LinuxStrategy(new VolumePairs());
}

[TestClass]
public sealed class CloningOnAPlainVolume : LinuxConformance
{
    protected override string VolumeName => "plain";

    protected override bool Clones => false;

    private protected override ICopyStrategy MakeStrategy() => new LinuxStrategy(new VolumePairs());
}

[TestClass]
public sealed class CloningOnTmpfs : LinuxConformance
{
    protected override string VolumeName => "tmpfs";

    protected override bool Clones => false;

    private protected override ICopyStrategy MakeStrategy() => new LinuxStrategy(new VolumePairs());
}

[TestClass]
public sealed class PlainCopyOnAPlainVolume : LinuxConformance
{
    protected override string VolumeName => "plain";

    protected override bool Clones => false;

    private protected override ICopyStrategy MakeStrategy() => new LinuxStrategy(null);
}
