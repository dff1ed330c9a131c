using CopyOnWrite.Tests.MacOS;

namespace CopyOnWrite.Tests.Cache;

/// <summary>The model of macOS: sources on one APFS volume, destinations on another.</summary>
internal sealed class ApfsCacheLane : ModelCacheLane
{
    private readonly VolumeUnderTest _volume = VolumeUnderTest.Require("plain");
    private string? _packages;

    internal ApfsCacheLane() => Model = new ApfsModel(_volume.Folder);

    internal ApfsModel Model { get; }

    /// <summary>That of the sources.</summary>
    internal ModelVolume Packages { get; private set; } = null!;

    internal override bool LeavesCopies => true;

    internal override int Length => SettledFiles.Length;

    internal override string PathOf(string name) => _volume.PathOf(name);

    internal override string PathOnAnother(string name) => Path.Combine(Mounted("other", isApfs: true), name);

    internal override string PathWhereNothingClones(string name) => Path.Combine(Mounted("hfs", isApfs: false), name);

    internal override string[] Take(int count)
    {
        string[] files = SettledFiles.Take(count);
        string folder = Path.GetDirectoryName(files[0])!;
        if (_packages != folder)
        {
            _packages = folder;
            Packages = Model.Mount(folder, isApfs: true);
        }

        return files;
    }

    internal override string NewSource() => Files.Write(PathOnAnother("source"), Length);

    internal override void Settle(string source) => SettledFiles.Settle(source);

    internal override string InCache(string source, string ending) =>
        Path.Combine(Folder, $"{NativePath.Hash(Encoding.UTF8.GetBytes(source + '\0')):x16}{ending}");

    internal override long BytesInCommon(string path, string other) => Model.BytesInCommon(path, other);

    internal override void GiveAway(string path) => Model.Give(path, 4711);

    internal override IDisposable Claim(string source)
    {
        File.WriteAllText(InCache(source, CacheFiles.Claim), "alive");
        byte[] claim = Encoding.UTF8.GetBytes(InCache(source, CacheFiles.Claim) + '\0');
        int file = LinuxNative.open(claim, LinuxNative.O_RDWR | LinuxNative.O_CLOEXEC, 0);
        Assert.AreEqual(0, LinuxNative.flock(file, LinuxNative.LOCK_EX | LinuxNative.LOCK_NB));
        return new Undo(() => _ = LinuxNative.close(file));
    }

    internal override IDisposable RefuseFiles()
    {
        Model.Inject("CreateIn", [.. Enumerable.Repeat(() => MacNative.EROFS, 10)]);
        return new Undo(Model.ForgetInjected);
    }

    internal override IDisposable FillTheDiskUnder(string source, string ending)
    {
        Model.Inject(ending == CacheFiles.Entry ? "CopyAll" : "Write", () => MacNative.ENOSPC);
        return Stream.Null;
    }

    internal override void WhileCopied(string source, Action meanwhile, Action fill)
    {
        Model.Inject("CopyAll", () =>
        {
            meanwhile();
            return 0;
        });
        fill();
    }

    internal override ulong Free { set => Model.Root.AvailableBytes = value; }

    internal override void ChangedByAClockAhead(string path, TimeSpan ahead) => Model.ChangedByAClockAhead(path, ahead);

    internal override void RefuseAFolder() => Model.Inject("MakeFolder", () => MacNative.EACCES);

    internal override void RefuseAClone() => Model.Inject("Clone", () => MacNative.EINVAL);

    public override void Dispose()
    {
        Model.Delete();
        _volume.Dispose();
    }

    private protected override FileCloner NewCloner() => new MacCloner(Model, new Refusals());

    private string Mounted(string name, bool isApfs)
    {
        string folder = PathOf(name);
        if (!Directory.Exists(folder))
        {
            Model.Mount(folder, isApfs);
        }

        return folder;
    }
}
