using CopyOnWrite.Tests.Windows;

namespace CopyOnWrite.Tests.Cache;

/// <summary>The model of Windows: sources on C:, which is NTFS, destinations on ReFS.</summary>
internal sealed class RefsCacheLane : CacheLane
{
    private readonly VolumeUnderTest _folder = VolumeUnderTest.InTemporaryFolder();
    private int _taken;

    internal RefsCacheLane()
    {
        Model = new RefsModel(_folder.Folder);
        DriveC = Mount("c", 0xC);
        DriveC.Flags = FILE_NAMED_STREAMS | FILE_SUPPORTS_EXTENDED_ATTRIBUTES | FILE_SUPPORTS_POSIX_UNLINK_RENAME;
    }

    internal RefsModel Model { get; }

    internal ModelVolume DriveC { get; }

    internal override int Length => 128 * 1024;

    internal override DateTime Now => DateTime.FromFileTimeUtc(Model.SystemTime());

    internal override string PathOf(string name) => _folder.PathOf(name);

    internal override string PathOnAnother(string name)
    {
        if (!Directory.Exists(PathOf("e")))
        {
            _ = Mount("e", 0xE);
        }

        return PathOf("e/" + name);
    }

    internal override string PathWhereNothingClones(string name) => PathOf("c/" + name);

    // Names of different lengths: content depends on that. Other times, by which an entry is known that has another's name.
    internal override string[] Take(int count) =>
        [.. Enumerable.Range(0, count).Select(_ => Write(PathOf("c/" + new string('p', ++_taken))))];

    internal override string NewSource()
    {
        Model.Ahead = 0;
        return Write(PathOf("c/source"));
    }

    internal override bool SettlesAtOnce => true;

    /// <summary>The model's clock is an hour ahead of the files.</summary>
    internal override void Settle(string source) => Model.Ahead = TimeSpan.TicksPerHour;

    internal override long BytesInCommon(string path, string other) => Model.BytesInCommon(path, other);

    /// <summary>Beside the archive bit, which every file has that was just written, and read-only, which no output is.</summary>
    internal override object MetadataOf(string path)
    {
        Assert.AreEqual(0, Model.GetFileAttributes(path, out WIN32_FILE_ATTRIBUTE_DATA data));
        return data.FileAttributes & ~(FILE_ATTRIBUTE_ARCHIVE | FILE_ATTRIBUTE_NORMAL | FILE_ATTRIBUTE_READONLY);
    }

    internal override void ChangeMetadata(string source) => Assert.AreEqual(0, Model.SetFileAttributes(source, FILE_ATTRIBUTE_HIDDEN));

    internal override void MakeFolder(string path)
    {
        Directory.CreateDirectory(path);
        Model.SetSecurity(path, SecurityDescriptor.For(Model.User));
    }

    internal override void MakeWritableByOthers(string path) => Model.SetSecurity(path, ModelSecurity.AsADataVolumeHasIt(Model.User));

    internal override void GiveAway(string path) => Model.SetSecurity(path, SecurityDescriptor.For(ModelSecurity.User(1002)));

    internal override CacheProblem AccessOf(string path) => SecurityDescriptor.ProblemOf(Model.SecurityOf(path), Model.User);

    internal override IDisposable Begin(string source) => new HeldFile(Model, InCache(source, CacheFiles.New), FILE_SHARE_READ);

    internal override IDisposable RefuseFiles() => Inject(
        nameof(Win32Calls.CreateFile), ERROR_WRITE_PROTECT, path => path.EndsWith(CacheFiles.New, StringComparison.Ordinal));

    internal override IDisposable FillTheDiskUnder(string source)
    {
        string made = InCache(source, CacheFiles.New);
        return Inject(nameof(Win32Calls.WriteFile), ERROR_DISK_FULL, path => path == made);
    }

    internal override void WhileCopied(string source, Action meanwhile, Action fill)
    {
        bool done = false;
        string made = InCache(source, CacheFiles.New);
        using (Inject(nameof(Win32Calls.WriteFile), 0, path =>
        {
            if (path == made && !done)
            {
                done = true;
                meanwhile();
            }

            return false;
        }))
        {
            fill();
        }

        Assert.IsTrue(done, "Nothing was copied.");
    }

    public override void Dispose()
    {
        _folder.Dispose();
        Assert.AreEqual(0, Model.OpenHandles, "handles left open");
    }

    private protected override Platform NewPlatform() => new WindowsPlatform(Model, new Refusals());

    private protected override ulong HashOf(string source) => Win32Path.HashInAnyCase(source);

    /// <summary>Made by the model: beside it, the file may have the number of one of another volume that was deleted beside it.</summary>
    private string Write(string path)
    {
        Assert.AreEqual(0, Model.CreateFile(path, GENERIC_WRITE, 0, CREATE_NEW, 0, out nint made));
        Model.CloseHandle(made);
        return Files.Write(path, Length, modified: TimeOf(path));
    }

    private ModelVolume Mount(string name, ulong serial)
    {
        Directory.CreateDirectory(PathOf(name));
        return Model.AddVolume(PathOf(name), serial);
    }

    private Undo Inject(string call, int error, Func<string, bool> when)
    {
        Model.Injections.Add(call, error, when: when);
        return new Undo(Model.Injections.Clear);
    }
}
