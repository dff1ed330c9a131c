namespace CopyOnWrite;

/// <summary>A folder of a tree that is cloned.</summary>
/// <param name="Path">Below the source; empty for the source itself.</param>
internal sealed record TreeFolder(string Path)
{
    /// <summary>The entries by name, for the check. Several threads add them: they share the files of a large folder.</summary>
    internal Dictionary<string, SeenEntry> Entries { get; } = new(StringComparer.Ordinal);
}

/// <summary>An entry as it was when it was cloned; Failed where it is still to be.</summary>
/// <param name="Kind">Nothing else is known of a folder.</param>
/// <param name="Number">The file's, where it is sure; else 0.</param>
internal readonly record struct SeenEntry(
    TreeEntryKind Done, EntryKind Kind, Reason Why = default, long Length = 0, DateTime Modified = default, ulong Number = 0)
{
    internal bool IsOf(in FileStat now) =>
        now.Kind == Kind && now.Length == Length && now.Modified == Modified && NumberOf(now) == Number;

    internal static ulong NumberOf(in FileStat seen) => seen.IsIdentitySure ? seen.Identity.Low ^ seen.Identity.High : 0;
}
