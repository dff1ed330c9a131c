using System;
using System.Linq;
using System.Runtime.InteropServices;
using System.Text;
using CopyOnWrite.Linux;
using CopyOnWrite.Testing;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tests.Fuzz;

/// <summary>What stands in a record's file is taken only if it is the very source's and the very entry's.</summary>
[TestClass]
public sealed class CacheRecordFuzzTests
{
    private const int FormatAndSource = 64;    // A number of eight bytes, and seven for the source.

    private static readonly byte[] s_path = Padded("/home/user/.nuget/packages/some.package/1.0.0/lib/net8.0/some.package.dll");
    private static readonly LinuxNative.Statx s_source = Status(1, 1_700_000_000);
    private static readonly LinuxNative.Statx s_entry = Status(2, 1_700_000_100);
    private static readonly byte[] s_good = Record(CacheRecord.Of(s_source, s_entry), s_path);

    [TestMethod]
    [TestCategory(Fuzzer.Category)]
    public void OnlyTheRecordOfThisSourceAndEntryIsTaken() => Fuzzer.Bytes([s_good], IsTaken, few: 10_000);

    /// <summary>
    /// As a disk leaves a file whose length was written and whose end was not. The path's own buffer has zeros behind it too, so all is the
    /// same.
    /// </summary>
    [TestMethod]
    public void ARecordFilledUpWithZerosIsNone() =>
        Assert.IsFalse(IsTaken([.. s_good, .. new byte[CacheRecord.MaximumLength - s_good.Length]]));

    private static bool IsTaken(byte[] file)
    {
        byte[] buffer = new byte[CacheRecord.MaximumLength];
        int length = Math.Min(file.Length, buffer.Length);
        file.AsSpan(0, length).CopyTo(buffer);
        if (!CacheRecord.TryParse(buffer, length, s_path, out CacheRecord record)
            || !record.IsOfSource(s_source)
            || !record.IsOfEntry(s_entry))
        {
            return false;
        }

        Assert.IsTrue(
            file.AsSpan(0, FormatAndSource).SequenceEqual(s_good.AsSpan(0, FormatAndSource)), "Another source's record was taken.");
        return true;
    }

    private static byte[] Record(CacheRecord record, byte[] path) =>
        [.. MemoryMarshal.AsBytes(new ReadOnlySpan<CacheRecord>(in record)), .. path.TakeWhile(part => part != 0)];

    private static LinuxNative.Statx Status(ulong inode, long changed) => new()
    {
        Mode = 0x81A4,
        Inode = inode,
        Size = 100_000,
        ChangeSeconds = changed,
        ChangeNanoseconds = 123_456_789,
        ModifySeconds = 1_600_000_000,
        ModifyNanoseconds = 987_654_321,
        DeviceMajor = 8,
        DeviceMinor = 1,
    };

    private static byte[] Padded(string path)
    {
        byte[] buffer = new byte[NativePath.MaximumLength];
        Encoding.UTF8.GetBytes(path, buffer);
        return buffer;
    }
}
