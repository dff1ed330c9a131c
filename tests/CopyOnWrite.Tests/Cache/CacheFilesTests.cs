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
        for (int number = 0; number < Unsafe.SizeOf<FileFingerprint>() / sizeof(ulong); number++)
        {
            var other = default(FileFingerprint);
            MemoryMarshal.Cast<FileFingerprint, ulong>(MemoryMarshal.CreateSpan(ref other, 1))[number] = 0xFEDCBA9876543210;
            string name = CacheFiles.EntryOf(1, other);
            Assert.AreEqual($"0000000000000001-{new string('0', 16 * number)}fedcba9876543210", name[..(33 + (16 * number))]);
            Assert.AreNotEqual(default, other, $"{number}");
            Assert.AreEqual(CacheFiles.PathIn(none), CacheFiles.PathIn(name));
        }

        Assert.AreNotEqual(CacheFiles.PathIn(none), CacheFiles.PathIn(CacheFiles.EntryOf(2, default)));
    }
}
