using System;
using System.IO;
using System.Text;
using CopyOnWrite.MacOS;
using CopyOnWrite.Testing;
using CopyOnWrite.Tests.MacOS;

namespace CopyOnWrite.Tests.Faults;

/// <summary>The model of macOS: sources on one APFS volume, destinations on another.</summary>
internal sealed class ApfsCacheLane : CacheLane
{
    private readonly VolumeUnderTest _volume = VolumeUnderTest.Require("plain");
    private readonly ApfsModel _model;

    private string? _packages;

    internal ApfsCacheLane() => _model = new ApfsModel(_volume.Folder);

    internal override bool LeavesCopies => true;

    internal override string PathOf(string name) => _volume.PathOf(name);

    internal override string[] Take(int count)
    {
        string[] files = SettledFiles.Take(count);
        string folder = Path.GetDirectoryName(files[0])!;
        if (_packages != folder)
        {
            _packages = folder;
            _model.Mount(folder, isApfs: true);
        }

        return files;
    }

    internal override void Settle(string source) => SettledFiles.Settle(source);

    internal override string InCache(string source, string ending) =>
        Path.Combine(Folder, $"{PathHash.Of(Encoding.UTF8.GetBytes(source + '\0')):x16}{ending}");

    internal override FileCloner NewProcess() => new MacCloner(_model, new VolumePairs());

    internal override void OpenToOthers() => File.SetUnixFileMode(Folder, File.GetUnixFileMode(Folder) | UnixFileMode.GroupWrite);

    internal override IDisposable FillTheDiskUnderTheEntryOf(string source)
    {
        _model.Inject("CopyAll", () => MacNative.ENOSPC);
        return Stream.Null;
    }

    internal override void ChangedByAClockAhead(string path, TimeSpan ahead) => _model.ChangedByAClockAhead(path, ahead);

    public override void Dispose()
    {
        _model.Delete();
        _volume.Dispose();
    }
}
