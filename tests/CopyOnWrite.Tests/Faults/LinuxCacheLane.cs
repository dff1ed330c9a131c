using System;
using System.IO;
using System.Text;
using CopyOnWrite.Linux;
using CopyOnWrite.Testing;

namespace CopyOnWrite.Tests.Faults;

/// <summary>Linux: sources on the plain volume, destinations on a volume that clones.</summary>
internal sealed class LinuxCacheLane(string volumeName) : CacheLane
{
    private readonly VolumeUnderTest _volume = VolumeUnderTest.Require(volumeName);

    internal override string PathOf(string name) => _volume.PathOf(name);

    internal override string[] Take(int count) => SettledFiles.Take(count);

    internal override void Settle(string source) => SettledFiles.Settle(source);

    internal override string InCache(string source, string ending) =>
        Path.Combine(Folder, $"{PathHash.Of(Encoding.UTF8.GetBytes(source + '\0')):x16}{ending}");

    internal override FileCloner NewProcess() => new LinuxCloner(new VolumePairs());

    internal override void OpenToOthers() => File.SetUnixFileMode(Folder, File.GetUnixFileMode(Folder) | UnixFileMode.GroupWrite);

    internal override IDisposable FillTheDiskUnderTheEntryOf(string source) =>
        InjectedErrors.Into("write,copy_file_range,sendfile", "ENOSPC", InCache(source, CacheFiles.New));

    public override void Dispose() => _volume.Dispose();
}
