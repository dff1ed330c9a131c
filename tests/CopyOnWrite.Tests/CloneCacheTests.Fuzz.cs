using System;
using System.IO;
using System.Text;
using CopyOnWrite.Linux;
using CopyOnWrite.Testing;
using Microsoft.VisualStudio.TestTools.UnitTesting;
using Microsoft.Win32.SafeHandles;

namespace CopyOnWrite.Tests;

/// <summary>Records that are damaged in any way: what is cloned is the source as it is now, or nothing.</summary>
public abstract partial class CloneCacheTests
{
    // Each input is a file that is written and opened on a real volume.
    private static readonly TimeSpan s_fuzzed = TimeSpan.FromMinutes(3);

    [TestMethod]
    [TestCategory(Fuzzer.Category)]
    public void AnEntryThatIsFoundByAnyRecordIsTheSource() => FuzzRecords(changed: false);

    /// <summary>The entry's content is another than the source's by now: whatever is found would be wrong.</summary>
    [TestMethod]
    [TestCategory(Fuzzer.Category)]
    public void NoRecordLeadsToTheEntryOfASourceThatHasChanged() => FuzzRecords(changed: true);

    private void FuzzRecords(bool changed)
    {
        string[] sources = SettledFiles.Take(2);
        Copy(sources[0], "first");
        Copy(sources[1], "second");
        string path = PathInCache(sources[0], CacheFiles.Record);
        byte[][] records = [File.ReadAllBytes(path), File.ReadAllBytes(PathInCache(sources[1], CacheFiles.Record))];
        if (changed)
        {
            FileTimes.Keeping(sources[0], BrokenEntry.WriteOther);
        }

        byte[] content = File.ReadAllBytes(sources[0]);
        using var cache = (LinuxCloneCache)Strategy.NewCache(CacheLocation.At(Folder))!;
        using SafeFileHandle destination = File.OpenHandle(
            Volume.PathOf("destination"), System.IO.FileMode.CreateNew, FileAccess.ReadWrite);
        Assert.IsTrue(cache.IsFor((int)destination.DangerousGetHandle(), StatusOf(Volume.PathOf("destination")).Volume));
        LinuxNative.Statx source = StatusOf(sources[0]);
        int found = 0;
        Fuzzer.Bytes(
            records,
            record =>
            {
                using (var file = new FileStream(path, System.IO.FileMode.Open, FileAccess.ReadWrite))
                {
                    file.SetLength(0);
                    file.Write(record);
                }

                Forget(sources[0]);
                if (ContentOf(cache, sources[0], source) is { } entry)
                {
                    Assert.IsTrue(content.AsSpan().SequenceEqual(entry), "The entry has other content than the source.");
                    found++;
                }

                return true;
            },
            few: 100,
            s_fuzzed,
            $"{VolumeName}, the source {(changed ? "changed" : "as it was")}");
        Assert.AreEqual(changed, found == 0, $"{found} found");
    }

    private static unsafe byte[]? ContentOf(LinuxCloneCache cache, string path, in LinuxNative.Statx status)
    {
        var scratch = new LinuxScratch();
        Assert.IsTrue(NativePath.TryEncode(path, scratch.Source));
        int entry = cache.Entries.Open(CacheNames.Of(scratch.Source), scratch, status, out _);
        if (entry < 0)
        {
            return null;
        }

        using var file = new FileStream(new SafeFileHandle(entry, ownsHandle: true), FileAccess.Read);
        byte[] content = new byte[file.Length];
        file.ReadExactly(content);
        return content;
    }

    private static unsafe LinuxNative.Statx StatusOf(string path)
    {
        fixed (byte* start = Encoding.UTF8.GetBytes(path + '\0'))
        {
            Assert.IsTrue(LinuxNative.TryGetStatus(LinuxNative.AT_FDCWD, start, out LinuxNative.Statx status), path);
            return status;
        }
    }
}
