namespace CopyOnWrite.Sdk.Tests.Infrastructure;

/// <summary>What a folder's watchers are told: all by inotify, and what a FileSystemWatcher raises as Changed.</summary>
internal sealed partial class WatchedFolder : IDisposable
{
    private const int IN_NONBLOCK = 0x800; // inotify_init1(2)
    private const int HeaderLength = 16; // struct inotify_event in inotify(7), before the name

    private static readonly TimeSpan s_hang = TimeSpan.FromMinutes(5);

    private static readonly (uint Bit, string Name)[] s_events =
    [
        (0x2, "MODIFY"), (0x4, "ATTRIB"), (0x8, "CLOSE_WRITE"), (0x40, "MOVED_FROM"), (0x80, "MOVED_TO"), (0x100, "CREATE"),
        (0x200, "DELETE"),
    ];

    private readonly string _folder;
    private readonly SafeFileHandle _inotify;
    private readonly FileSystemWatcher _watcher;
    private readonly ConcurrentQueue<string> _changed = new();

    internal WatchedFolder(string folder)
    {
        _folder = folder;
        _inotify = new SafeFileHandle(inotify_init1(IN_NONBLOCK), ownsHandle: true);
        Assert.IsGreaterThanOrEqualTo(0, inotify_add_watch(_inotify, folder, s_events.Aggregate(0u, (all, one) => all | one.Bit)), folder);

        // No other handler than that of Changed, as in McMaster.NETCore.Plugins.
        _watcher = new FileSystemWatcher(folder);
        _watcher.Changed += (_, change) => _changed.Enqueue(change.Name!);
        _watcher.EnableRaisingEvents = true;
    }

    /// <summary>The names that were raised as Changed until now.</summary>
    internal string[] Changed()
    {
        // Events come in their order.
        string last = Path.GetRandomFileName();
        File.WriteAllText(Path.Combine(_folder, last), last);
        Assert.IsTrue(SpinWait.SpinUntil(() => _changed.Contains(last), s_hang), "The watcher raises nothing.");
        return [.. _changed];
    }

    /// <summary>The events under each name, in their order.</summary>
    internal ILookup<string, string> Events()
    {
        byte[] buffer = new byte[1 << 20];
        var events = new List<(string Name, string Event)>();
        while (read(_inotify, buffer, (nuint)buffer.Length) is var length and > 0)
        {
            for (int at = 0; at < length; at += HeaderLength + BitConverter.ToInt32(buffer, at + 12))
            {
                uint mask = BitConverter.ToUInt32(buffer, at + 4);
                string name = Encoding.UTF8.GetString(buffer, at + HeaderLength, BitConverter.ToInt32(buffer, at + 12)).TrimEnd('\0');
                events.Add((name, s_events.First(one => (mask & one.Bit) != 0).Name));
            }
        }

        return events.ToLookup(one => one.Name, one => one.Event);
    }

    public void Dispose()
    {
        _watcher.Dispose();
        _inotify.Dispose();
    }

    [LibraryImport("libc")]
    private static partial int inotify_init1(int flags);

    [LibraryImport("libc", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int inotify_add_watch(SafeFileHandle inotify, string path, uint mask);

    [LibraryImport("libc")]
    private static partial nint read(SafeFileHandle file, byte[] buffer, nuint length);
}
