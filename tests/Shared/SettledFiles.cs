namespace CopyOnWrite.Testing;

/// <summary>Sources on the plain volume, old enough for the cache, of different contents; made together, to wait only once.</summary>
internal static class SettledFiles
{
    /// <summary>Whole blocks, so that all bytes of two clones are in common.</summary>
    internal const int Length = 128 * 1024;

    internal const UnixFileMode Mode = (UnixFileMode)0x1E9; // 0751

    private const int Count = 200;

    // A change time that is two seconds old is still fresh, and the cache counts whole seconds.
    private static readonly TimeSpan s_settled = TimeSpan.FromSeconds(3.5);

    private static readonly Lock s_taking = new();
    private static readonly List<VolumeUnderTest> s_folders = [];
    private static int s_taken = Count;

    /// <summary>Files that no other test gets.</summary>
    internal static string[] Take(int count)
    {
        lock (s_taking)
        {
            if (s_taken + count > Count)
            {
                s_folders.Add(VolumeUnderTest.Require("plain"));
                s_taken = 0;
                Make(s_folders[^1]);
            }

            string[] files = [.. Enumerable.Range(s_taken, count).Select(i => PathOf(s_folders[^1], i))];
            s_taken += count;
            return files;
        }
    }

    internal static string Take() => Take(1)[0];

    /// <summary>Waits until the cache takes this file too.</summary>
    internal static string Settle(string path)
    {
        while (DateTime.UtcNow - DateTime.UnixEpoch.AddTicks(FileStatus.Of(path).Changed / TimeSpan.NanosecondsPerTick) < s_settled)
        {
            Thread.Sleep(50);
        }

        return path;
    }

    internal static void Delete()
    {
        s_folders.ForEach(folder => folder.Dispose());
        s_folders.Clear();
    }

    private static void Make(VolumeUnderTest volume)
    {
        byte[] content = new byte[Length];
        for (int i = 0; i < Count; i++)
        {
            new Random(i).NextBytes(content);
            string path = PathOf(volume, i);
            File.WriteAllBytes(path, content);
            File.SetUnixFileMode(path, Mode);
            FileTimes.SetModified(path, 1_600_000_000_123_456_789 + i);
        }

        _ = Settle(PathOf(volume, Count - 1));
    }

    private static string PathOf(VolumeUnderTest volume, int i) => volume.PathOf($"settled-{i}.bin");
}
