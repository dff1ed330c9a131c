using System.Globalization;

namespace CopyOnWrite.Measurement;

/// <summary>
/// The bytes written to a volume's device, with the file system's metadata. A build's part is the difference, in which all
/// other writers count too. /proc/PID/io is not used: it had 661 MB of 754 in one build.
/// </summary>
public static class WrittenBytes
{
    // The seventh number is of sectors written, and a sector 512 bytes: Documentation/block/stat.rst.
    private const int SectorsWritten = 6;
    private const int BytesOfSector = 512;

    /// <summary>The sum so far, once everything is on the disk; null if there is no such device or the system does not report it.</summary>
    public static long? UpToNow(string folder)
    {
        if (Mount.Of(folder)?.Source is not { } source)
        {
            return null;
        }

        string table = $"/sys/class/block/{Path.GetFileName(source)}/stat";
        if (!source.StartsWith("/dev/", StringComparison.Ordinal) || !File.Exists(table))
        {
            return null;
        }

        Volume.At(folder).WriteBack();
        return Parse(File.ReadAllText(table));
    }

    /// <summary>Null where the text is malformed.</summary>
    internal static long? Parse(string statistics)
    {
        string[] numbers = statistics.Split(' ', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        return numbers.Length > SectorsWritten
            && long.TryParse(numbers[SectorsWritten], NumberStyles.None, CultureInfo.InvariantCulture, out long sectors)
            && sectors <= long.MaxValue / BytesOfSector
            ? sectors * BytesOfSector
            : null;
    }
}
