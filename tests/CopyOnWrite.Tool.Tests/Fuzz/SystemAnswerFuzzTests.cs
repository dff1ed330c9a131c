namespace CopyOnWrite.Tool.Tests.Fuzz;

/// <summary>What systems answer of mounts and of extents, and what is made of it.</summary>
[TestClass]
[TestCategory(Fuzzer.Category)]
public sealed class SystemAnswerFuzzTests
{
    // A file of more extents than these many answers hold would be on no disk of a test.
    private const int MostQuestions = 1000;

    private const string Mounts =
        "22 1 0:20 / /proc rw,nosuid - proc proc rw\n"
        + "30 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw,errors=remount-ro\n"
        + "47 30 0:41 /sub /mnt/with\\040space\\011and\\134all rw,noatime shared:9 master:2 - btrfs /dev/loop0 rw,subvol=/sub\n"
        + "48 30 0:42 / /mnt/line\\012end ro - tmpfs  rw\n";

    [TestMethod]
    public void TheTableOfMounts() => Fuzzer.Text(
        [Mounts, "30 1 8:1 / / rw - ext4 /dev/sda1 rw\n"],
        table =>
        {
            IReadOnlyList<Mount> mounts = Mount.Parse(table);
            Assert.IsTrue(mounts.All(mount =>
                mount is { FileSystem: not null, Source: not null, Point: not null }
                    && mount.Options.Contains(';', StringComparison.Ordinal)));
            return Mount.Of("/mnt/with space\tand\\all/file", mounts) is { IsReadOnly: false };
        },
        few: 3_000);

    [TestMethod]
    public void AnAnswerOfFiemap() => Fuzzer.Bytes(
        [
            SystemAnswers.Fiemap((0, 4096, 4096, 0x2000), (4096, 1 << 20, 65536, 1)),
            SystemAnswers.Fiemap((0, 0, 100, 0x201)),
            SystemAnswers.Fiemap((0, 8192, 131072, 0x8), (131072, 8192, 131072, 0x9)),
        ],
        answer =>
        {
            int questions = 0;
            var found = new List<Extent>();
            int errno = Extents.ReadAll(
                reply =>
                {
                    Assert.IsLessThan(MostQuestions, questions++);
                    int length = Math.Min(answer.Length, reply.Length) - SystemAnswers.MappedOffset;
                    if (length > 0)
                    {
                        answer.AsSpan(SystemAnswers.MappedOffset, length).CopyTo(reply.AsSpan(SystemAnswers.MappedOffset));
                    }

                    return 0;
                },
                found);
            Use(found);
            return errno == 0 && found.Count > 0;
        },
        few: 3_000);

    [TestMethod]
    [DataRow(true)]
    [DataRow(false)]
    public void AnAnswerOfWindows(bool counted) => Fuzzer.Bytes(
        [SystemAnswers.Pointers(counted, (4, 100, 3), (6, -1, 0), (7, 200, 1)), SystemAnswers.Pointers(counted, (1 << 20, 1 << 30, 8175))],
        answer =>
        {
            var found = new List<Extent>();
            _ = WindowsExtents.Parse(answer, 65536, counted, found);
            Use(found);
            return found.Count > 0;
        },
        few: 5_000);

    private static void Use(List<Extent> found)
    {
        var map = new ExtentMap(found, 0, "one");
        long[] numbers =
        [
            map.SharedBytes, map.OwnedAloneBytes, map.InlineBytes, ExtentMap.BytesOnDisk([map]), Extents.BytesInCommon(map, map),
            .. found.Select(extent => extent.Length),
        ];
        Assert.IsTrue(numbers.All(number => number >= 0), string.Join(", ", numbers));
    }
}
