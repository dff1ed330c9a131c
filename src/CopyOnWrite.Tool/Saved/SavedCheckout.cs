using System.Text.Json;

namespace CopyOnWrite.Tool.Saved;

/// <summary>A file of a checkout. Times are UTC ticks (100 ns), modes Unix permissions.</summary>
/// <param name="Path">Relative to the checkout, with '/'.</param>
/// <param name="Sha256">The hash of its content, in hexadecimal digits.</param>
internal sealed record SavedFile(string Path, string Sha256, long Length, long Time, int Mode);

internal sealed record SavedLink(string Path, string Target, long Time);

/// <summary>The checkout of which an archive was saved: the contents of its sources, and the files that builds wrote there.</summary>
/// <param name="Folder">The checkout's path, as builds wrote it into the outputs.</param>
/// <param name="Sdk">The version of the .NET SDK that builds there.</param>
/// <param name="System">The runtime identifier of the machine.</param>
/// <param name="Packages">NuGet's folder.</param>
/// <param name="Above">The files that projects find in folders above the checkout; full paths.</param>
/// <param name="Deleted">Files that commits had since the outputs were made, and have no more.</param>
/// <param name="Ignored">Other files that git ignores, by name alone.</param>
/// <param name="NotSaved">Outputs that are not saved, by name alone.</param>
internal sealed record SavedCheckout(
    int Format, string Folder, string Head, string? Branch, string Sdk, string System, string Packages,
    IReadOnlyList<SavedFile> Above, IReadOnlyList<SavedFile> Sources, IReadOnlyList<SavedLink> Links, IReadOnlyList<SavedFile> Outputs,
    IReadOnlyList<string> Deleted, IReadOnlyList<string> Ignored, IReadOnlyList<string> NotSaved)
{
    internal const int CurrentFormat = 1;

    private const int Permissions = 0x1FF;

    // 2^44: the sum of all is still a number.
    private const long Largest = 1L << 44;

    private static readonly JsonSerializerOptions s_options = new(JsonSerializerDefaults.Web);

    internal byte[] ToBytes() => JsonSerializer.SerializeToUtf8Bytes(this, s_options);

    /// <exception cref="InvalidDataException">It is none, or names something outside of a checkout.</exception>
    internal static SavedCheckout Read(ReadOnlySpan<byte> bytes)
    {
        SavedCheckout? read;
        try
        {
            read = JsonSerializer.Deserialize<SavedCheckout>(bytes, s_options);
        }
        catch (JsonException e)
        {
            throw new InvalidDataException(e.Message, e);
        }

        if (read is not { Format: CurrentFormat })
        {
            throw new InvalidDataException(
                $"the file has format {read?.Format}, and this version of dotnet cow reads format {CurrentFormat}");
        }

        object?[] parts =
        [
            read.Folder, read.Head, read.Sdk, read.System, read.Packages, read.Above, read.Sources, read.Links, read.Outputs, read.Deleted,
            read.Ignored, read.NotSaved,
        ];
        Require(!parts.Contains(null), "a part is missing");
        object?[] entries = [.. read.Sources, .. read.Outputs, .. read.Links, .. read.Above];
        Require(!entries.Contains(null), "a part is missing");
        Require(read.Folder.Length > 1 && (read.Folder[0] is '/' or '\\' || read.Folder[1] == ':'),
            "the folder of the checkout is not a full path");
        SavedFile[] files = [.. read.Sources, .. read.Outputs];
        string[] once = [.. files.Select(file => file.Path), .. read.Links.Select(link => link.Path)];
        string[] named = [.. once, .. read.Deleted, .. read.Ignored, .. read.NotSaved];
        Require(Array.TrueForAll(named, IsBelow), $"the path {Array.Find(named, path => !IsBelow(path))} is not allowed");
        Require(once.Distinct(Folders.Comparer).Count() == once.Length, "a path is listed twice");
        Require(read.Above.DistinctBy(file => file.Path).Count() == read.Above.Count, "a path is listed twice");
        Require(files.Concat(read.Above).All(IsFile), "a size, time, mode or hash is invalid");
        Require(read.Links.All(link => link.Target is not null && IsTime(link.Time)), "a link has no target or time");
        return read;
    }

    private static void Require(bool condition, string otherwise)
    {
        if (!condition)
        {
            throw new InvalidDataException(otherwise);
        }
    }

    private static bool IsFile(SavedFile file) => file is { Length: >= 0 and <= Largest, Sha256.Length: 64, Mode: >= 0 and <= Permissions }
        && IsTime(file.Time) && file.Sha256.All(char.IsAsciiHexDigit);

    private static bool IsTime(long ticks) => ticks >= DateTime.UnixEpoch.Ticks && ticks < DateTime.UtcNow.AddDays(1).Ticks;

    /// <summary>Whether it is below the checkout on any system, and not git's.</summary>
    internal static bool IsBelow(string? path) =>
        path is { Length: > 0 } && path.IndexOfAny(['\\', ':', '\0']) < 0 && path.Split('/').All(IsName);

    // Windows takes dots and spaces off the end of a name.
    private static bool IsName(string part) => part.Length > 0 && part[^1] is not ('.' or ' ')
        && !part.Equals(".git", StringComparison.OrdinalIgnoreCase);
}
