namespace CopyOnWrite.Tests.Cache;

/// <summary>Linux: sources on the plain volume, destinations on a volume that clones.</summary>
internal sealed class LinuxCacheLane(string volumeName) : CacheLane
{
    private readonly VolumeUnderTest _volume = VolumeUnderTest.Require(volumeName);
    private readonly Dictionary<string, VolumeUnderTest> _others = [];

    internal override int Length => SettledFiles.Length;

    internal override string PathOf(string name) => _volume.PathOf(name);

    internal override string PathOnAnother(string name) => On(volumeName == "xfs" ? "btrfs" : "xfs").PathOf(name);

    internal override string PathWhereNothingClones(string name) => On("plain").PathOf(name);

    internal override string[] Take(int count) => SettledFiles.Take(count);

    internal override string NewSource() => Files.Write(On("plain").PathOf("source"), Length);

    internal override void Settle(string source) => SettledFiles.Settle(source);

    internal override long BytesInCommon(string path, string other) => Extents.BytesInCommon(path, other);

    internal override void GiveAway(string path)
    {
        Tools.SkipUnless(Environment.UserName == "root", "Only root can give a file away.");
        Command.OutputOf("chown", "65534:65534", path);
    }

    internal override IDisposable Begin(string source) => Files.MakeLocked(InCache(source, CacheFiles.New));

    internal override IDisposable RefuseFiles() => new Immutable(Folder);

    internal override IDisposable FillTheDiskUnder(string source) =>
        InjectedErrors.Into("write,copy_file_range,sendfile", "ENOSPC", InCache(source, CacheFiles.New));

    internal override void WhileCopied(string source, Action meanwhile, Action fill) =>
        InjectedErrors.WhileWritten(InCache(source, CacheFiles.New), meanwhile, fill);

    public override void Dispose() => Array.ForEach([_volume, .. _others.Values], volume => volume.Dispose());

    private protected override Platform NewPlatform() => new LinuxPlatform(new Refusals());

    private protected override ulong HashOf(string source) => NativePath.Hash(Encoding.UTF8.GetBytes(source + '\0'));

    private VolumeUnderTest On(string name) =>
        _others.TryGetValue(name, out VolumeUnderTest? volume) ? volume : _others[name] = VolumeUnderTest.Require(name);
}
