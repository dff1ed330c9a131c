using System.IO.MemoryMappedFiles;

namespace CopyOnWrite.Tests.OnWindows;

/// <summary>A way to clone a just-written source explicitly, tried to learn whether the clone has the source's content.</summary>
/// <param name="Prepare">Done with the source before; an IOException makes a copy.</param>
/// <param name="IsMapped">Whether every source is written by a mapping, as linkers do.</param>
internal sealed record CloneArm(string Name, uint Flags = 0, Action<string>? Prepare = null, bool IsMapped = false)
{
    internal const string Bare = "bare clone";
    internal const string FlushFile = "FlushFileBuffers by a handle with write access";

    private const uint NoBuffering = 0x20000000;

    internal static CloneArm[] All { get; } =
    [
        new(Bare),
        new("source opened unbuffered", NoBuffering),
        new("FlushViewOfFile of a read-only mapping", Prepare: FlushView),
        new(FlushFile, Prepare: StressFile.Flush),
        new("bare clone of a mapped writer's source", IsMapped: true),
    ];

    private static void FlushView(string path)
    {
        using FileStream file = File.OpenRead(path);
        using var map = MemoryMappedFile.CreateFromFile(file, null, 0, MemoryMappedFileAccess.Read, HandleInheritability.None, true);
        using MemoryMappedViewAccessor view = map.CreateViewAccessor(0, 0, MemoryMappedFileAccess.Read);
        view.Flush();
    }
}

/// <summary>A system that only clones explicitly, where sources look old: only what the arm does is done for them.</summary>
internal sealed class CallsOfArm(CloneArm arm) : Win32Calls
{
    public override int BuildNumber() => 19045;

    public override long SystemTime() => base.SystemTime() + TimeSpan.TicksPerHour;

    public override int CreateFile(string path, uint access, uint share, uint disposition, uint flagsAndAttributes, out nint handle)
    {
        bool isSource = access == GENERIC_READ && disposition == OPEN_EXISTING;
        try
        {
            (isSource ? arm.Prepare : null)?.Invoke(path);
        }
        catch (IOException)
        {
            handle = INVALID_HANDLE_VALUE;
            return ERROR_NOT_SUPPORTED;
        }

        return base.CreateFile(path, access, share, disposition, flagsAndAttributes | (isSource ? arm.Flags : 0), out handle);
    }
}
