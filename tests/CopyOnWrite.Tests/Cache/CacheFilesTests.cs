using System.Runtime.CompilerServices;

namespace CopyOnWrite.Tests.Cache;

/// <summary>What the names of the cache's files say.</summary>
[TestClass]
public sealed class CacheFilesTests
{
    [TestMethod]
    public void EachNumberOfAFingerprintIsInTheEntrysNameAndTells()
    {
        string none = CacheFiles.EntryOf(1, default);
        Assert.AreEqual(FileFingerprint.Fields, Unsafe.SizeOf<FileFingerprint>() / sizeof(ulong));
        for (int number = 0; number < FileFingerprint.Fields; number++)
        {
            var other = default(FileFingerprint);
            MemoryMarshal.Cast<FileFingerprint, ulong>(MemoryMarshal.CreateSpan(ref other, 1))[number] = 0xFEDCBA9876543210;
            string name = CacheFiles.EntryOf(1, other);
            Assert.AreEqual($"0000000000000001-{new string('0', 16 * number)}fedcba9876543210", name[..(33 + (16 * number))]);
            Assert.IsFalse(other.Is(default), $"{number}");
            Assert.AreEqual(CacheFiles.PathIn(none), CacheFiles.PathIn(name));
        }

        Assert.AreNotEqual(CacheFiles.PathIn(none), CacheFiles.PathIn(CacheFiles.EntryOf(2, default)));
    }

    [TestMethod]
    public void OnlyWholeNamesAreTheCaches()
    {
        string entry = CacheFiles.EntryOf(ulong.MaxValue, default);
        Assert.IsTrue(CacheFiles.IsEntry(entry) && !CacheFiles.IsUnfinished(entry), entry);
        Assert.IsTrue(CacheFiles.IsUnfinished(entry + CacheFiles.New) && !CacheFiles.IsEntry(entry + CacheFiles.New), entry);
        foreach (string other in new[] { entry[1..], "0" + entry, entry.Replace('-', '0'), entry.ToUpperInvariant(), entry + ".txt" })
        {
            Assert.IsFalse(CacheFiles.IsEntry(other) || CacheFiles.IsUnfinished(other), other);
        }
    }
}
