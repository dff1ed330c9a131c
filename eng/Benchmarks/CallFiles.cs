using CopyOnWrite.Windows;
using Microsoft.Win32.SafeHandles;

namespace CopyOnWrite.Benchmarks;

/// <summary>Makes the files that calls of Copy read and write.</summary>
internal static class CallFiles
{
    /// <summary>A file is settled only once its change time is older than what a task may take for "just now".</summary>
    private static readonly TimeSpan s_settling =
        TimeSpan.FromSeconds(4) + TimeSpan.FromTicks(OperatingSystem.IsWindows() ? WindowsPlatform.RecentTime : 0);

    // The write time of settled files: like package files, they are older than the build.
    private static readonly TimeSpan s_age = TimeSpan.FromDays(1);

    private const int FilesInFolder = 100;

    internal static string NameInFolders(int file) => $"d{file / FilesInFolder:0000}/f{file % FilesInFolder:00}.bin";

    /// <summary>Makes new files, all different, whose content is not on the disk yet.</summary>
    internal static void Write(string folder, int count, long size, Func<int, string> name, DateTime? time = null)
    {
        byte[] content = new byte[size];
        new Random(count).NextBytes(content);
        string made = string.Empty;
        for (int i = 0; i < count; i++)
        {
            string path = Path.Combine(folder, name(i));
            string parent = Path.GetDirectoryName(path)!;
            if (parent != made)
            {
                Directory.CreateDirectory(parent);
                made = parent;
            }

            if (size >= sizeof(int))
            {
                BitConverter.TryWriteBytes(content, i);
            }

            using SafeFileHandle file = File.OpenHandle(path, FileMode.CreateNew, FileAccess.Write);
            RandomAccess.Write(file, content, 0);
            if (time is { } set)
            {
                File.SetLastWriteTimeUtc(file, set);
            }
        }
    }

    /// <summary>Writes files with an older time; <see cref="SettleAsync"/> must follow.</summary>
    internal static void WriteOld(string folder, int count, long size, Func<int, string> name) =>
        Write(folder, count, size, name, DateTime.UtcNow - s_age);

    internal static Task SettleAsync(BenchVolume volume, CancellationToken cancel)
    {
        volume.WriteBack();
        return Task.Delay(s_settling, cancel);
    }

    /// <summary>Lists a source and its destination, a line each, for <see cref="CopyEngine"/>.</summary>
    internal static void WritePairs(string file, IEnumerable<(string Source, string Destination)> pairs) =>
        File.WriteAllLines(file, pairs.SelectMany<(string Source, string Destination), string>(p => [p.Source, p.Destination]));
}
