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

    [TestMethod]
    [OSCondition(OperatingSystems.Linux)]
    public void SourcesThatDifferOnlyInTheNanosecondOfTheirChangeTimeAreDifferent()
    {
        var system = (LinuxCacheSystem)new LinuxPlatform(new Refusals()).CacheSystem!;
        using SafeFileHandle file = File.OpenHandle("/proc/self/status");
        FileFingerprint At(uint nanosecond) =>
            system.FingerprintOf(new LinuxNative.Statx { ChangeNanoseconds = nanosecond }, (int)file.DangerousGetHandle());

        Assert.AreNotEqual(At(1), At(2));
    }

    /// <summary>In whole seconds: two of them may be one and an instant.</summary>
    [TestMethod]
    public void ASourceIsSettledInTheThirdSecondAfterItsChange()
    {
        long now;
        bool[] settled;
        do
        {
            now = DateTimeOffset.UtcNow.ToUnixTimeSeconds();
            settled = [CacheSource.IsSettled(now - 3), CacheSource.IsSettled(now - 2)];
        }
        while (now != DateTimeOffset.UtcNow.ToUnixTimeSeconds());
        CollectionAssert.AreEqual(new[] { true, false }, settled);
    }
}
