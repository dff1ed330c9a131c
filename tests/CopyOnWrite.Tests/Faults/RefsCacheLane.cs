using System;
using System.IO;
using System.Linq;
using CopyOnWrite.Testing;
using CopyOnWrite.Tests.Windows;
using CopyOnWrite.Windows;
using Microsoft.VisualStudio.TestTools.UnitTesting;
using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Tests.Faults;

/// <summary>The model of Windows: sources on C:, which is NTFS with a change journal, destinations on ReFS.</summary>
internal sealed class RefsCacheLane : CacheLane
{
    private const int Length = 128 * 1024;

    private readonly VolumeUnderTest _folder = ModelTests.RequireLinux();
    private readonly RefsModel _model;

    internal RefsCacheLane()
    {
        _model = new RefsModel(_folder.Folder);
        Directory.CreateDirectory(PathOf("c"));
        ModelVolume driveC = _model.AddVolume(PathOf("c"), 0xC);
        driveC.Flags = FILE_NAMED_STREAMS | FILE_SUPPORTS_EXTENDED_ATTRIBUTES | FILE_SUPPORTS_POSIX_UNLINK_RENAME;
        _model.Volume.HasJournal = false;
    }

    internal RefsModel Model => _model;

    internal override string PathOf(string name) => _folder.PathOf(name);

    // Names of different lengths: content depends on that.
    internal override string[] Take(int count) =>
        [.. Enumerable.Range(1, count).Select(number => Files.Write(PathOf("c/" + new string('p', number)), Length))];

    /// <summary>The model's clock is an hour ahead of the files.</summary>
    internal override void Settle(string source)
    {
    }

    internal override string InCache(string source, string ending) => Path.ChangeExtension(new CacheNames(Folder, source).Entry, ending);

    internal override FileCloner NewProcess() => new WindowsCloner(_model, new VolumePairs());

    internal override void OpenToOthers() => _model.SetSecurity(Folder, ModelSecurity.AsADataVolumeHasIt(_model.User));

    internal override IDisposable FillTheDiskUnderTheEntryOf(string source)
    {
        _model.Injections.Add(nameof(IWindowsCalls.WriteFile), ERROR_DISK_FULL, when: path => path == InCache(source, CacheFiles.New));
        return new Undo(_model.Injections.Clear);
    }

    internal override void ChangedByAClockAhead(string path, TimeSpan ahead) =>
        _model.FileAt(path).ChangeTimeSet = _model.SystemTime() + ahead.Ticks;

    public override void Dispose()
    {
        _folder.Dispose();
        Assert.AreEqual(0, _model.OpenHandles, "handles left open");
    }

    private sealed class Undo(Action undo) : IDisposable
    {
        public void Dispose() => undo();
    }
}
