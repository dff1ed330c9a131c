using CopyOnWrite.Tests.Windows;

namespace CopyOnWrite.Tests.OnWindows;

/// <summary>The system's own calls: sources where temporary files are, on C:, destinations on a volume that clones.</summary>
internal sealed class WindowsCacheLane(string volumeName, string otherName) : CacheLane
{
    private readonly CallsAnHourLater _calls = new();
    private readonly VolumeUnderTest _volume = VolumeUnderTest.Require(volumeName);
    private readonly VolumeUnderTest _driveC = VolumeUnderTest.InTemporaryFolder();
    private VolumeUnderTest? _other;
    private int _taken;

    internal override int Length => 128 * 1024;

    internal override DateTime Now => DateTime.FromFileTimeUtc(_calls.SystemTime());

    internal override bool SettlesAtOnce => true;

    internal override string PathOf(string name) => _volume.PathOf(name);

    internal override string PathOnAnother(string name) => (_other ??= VolumeUnderTest.Require(otherName)).PathOf(name);

    internal override string PathWhereNothingClones(string name) => _driveC.PathOf(name);

    // Names of different lengths: content depends on that. Other times, by which an entry is known that has another's name.
    internal override string[] Take(int count) => [.. Enumerable.Range(0, count).Select(_ =>
    {
        string path = _driveC.PathOf(new string('p', ++_taken));
        return Files.Write(path, Length, modified: TimeOf(path));
    })];

    internal override string NewSource()
    {
        _calls.Ahead = 0;
        return Files.Write(_driveC.PathOf("source"), Length);
    }

    internal override void Settle(string source) => _calls.Ahead = TimeSpan.TicksPerHour;

    internal override long BytesInCommon(string path, string other) => Extents.BytesInCommon(path, other);

    /// <summary>Beside the archive bit, which every file has that was just written.</summary>
    internal override object MetadataOf(string path) => File.GetAttributes(path) & ~(FileAttributes.Archive | FileAttributes.Normal);

    internal override void ChangeMetadata(string source) => File.SetAttributes(source, FileAttributes.Hidden);

    internal override void MakeFolder(string path)
    {
        Assert.AreEqual(0, _calls.GetUser(out string user));
        Assert.AreEqual(0, _calls.CreateFolder(path, SecurityDescriptor.For(user)));
    }

    internal override void MakeWritableByOthers(string path) => Assert.Inconclusive("The model of ReFS shows this.");

    internal override void GiveAway(string path) => Assert.Inconclusive("The model of ReFS shows this.");

    internal override CacheProblem AccessOf(string path)
    {
        const uint Shared = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
        Assert.AreEqual(0, _calls.CreateFile(path, GENERIC_READ, Shared, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, out nint file));
        int error = _calls.GetSecurity(file, out string security);
        Assert.AreEqual(0, _calls.GetUser(out string user));
        _calls.CloseHandle(file);
        Assert.AreEqual(0, error);
        return SecurityDescriptor.ProblemOf(security, user);
    }

    internal override IDisposable Begin(string source) => new HeldFile(_calls, InCache(source, CacheFiles.New), FILE_SHARE_READ);

    internal override IDisposable RefuseFiles()
    {
        _calls.OnCreate = path => path.EndsWith(CacheFiles.New, StringComparison.Ordinal) ? ERROR_WRITE_PROTECT : 0;
        return new Undo(() => _calls.OnCreate = null);
    }

    internal override IDisposable FillTheDiskUnder(string source)
    {
        _calls.OnWrite = () => ERROR_DISK_FULL;
        return new Undo(() => _calls.OnWrite = null);
    }

    internal override void WhileCopied(string source, Action meanwhile, Action fill) =>
        Assert.Inconclusive("The model of ReFS shows this.");

    public override void Dispose()
    {
        _volume.Dispose();
        _driveC.Dispose();
        _other?.Dispose();
    }

    private protected override Platform NewPlatform() => new WindowsPlatform(_calls, new Refusals());

    private protected override ulong HashOf(string source) => Win32Path.HashInAnyCase(source);
}
