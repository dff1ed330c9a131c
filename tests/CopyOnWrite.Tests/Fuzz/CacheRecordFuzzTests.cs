using System.Runtime.CompilerServices;

namespace CopyOnWrite.Tests.Fuzz;

/// <summary>What is in a record's file is taken only if it is the very source's and the very entry's.</summary>
[TestClass]
public sealed class CacheRecordFuzzTests
{
    private const int FormatAndSource = 9 * sizeof(ulong);

    private static readonly FileNumbers s_source = Numbers(1);
    private static readonly FileNumbers s_entry = Numbers(2);
    private static readonly byte[] s_good =
        new CacheRecord(s_source, s_entry).Write("/home/user/.nuget/packages/some.package/1.0.0/lib/net8.0/some.package.dll");

    [TestMethod]
    [TestCategory(Fuzzer.Category)]
    public void OnlyTheRecordOfThisSourceAndEntryIsTaken() => Fuzzer.Bytes([s_good], IsTaken, few: 10_000);

    /// <summary>A file whose length was written to the disk, but not its end.</summary>
    [TestMethod]
    public void ARecordOfZerosOrWithoutAPathIsNone()
    {
        Assert.IsFalse(IsTaken(new byte[s_good.Length]));
        Assert.IsFalse(IsTaken(s_good[..(CacheRecord.DecidingLength - 1)]));
        Assert.IsTrue(IsTaken(s_good[..CacheRecord.DecidingLength]));
    }

    [TestMethod]
    public void EachNumberTells()
    {
        for (int number = 0; number < Unsafe.SizeOf<FileNumbers>() / sizeof(ulong); number++)
        {
            var other = default(FileNumbers);
            MemoryMarshal.Cast<FileNumbers, ulong>(MemoryMarshal.CreateSpan(ref other, 1))[number] = 1;
            Assert.IsFalse(other.Is(default), $"{number}");
            Assert.AreEqual(number < 2, other.IsInFolder(default), $"{number}");
        }
    }

    private static bool IsTaken(byte[] file)
    {
        if (CacheRecord.Read(file, file.Length) is not { } record || !record.IsOfSource(s_source) || !record.IsOfEntry(s_entry))
        {
            return false;
        }

        Assert.IsTrue(
            file.AsSpan(0, FormatAndSource).SequenceEqual(s_good.AsSpan(0, FormatAndSource)), "Another source's record was taken.");
        return true;
    }

    private static FileNumbers Numbers(ulong file) => new()
    {
        Volume = 0x800000001,
        File = file,
        Length = 100_000,
        Written = 1_600_000_000_987_654_321,
        Changed = 1_700_000_000_123_456_789 + (long)file,
    };
}
