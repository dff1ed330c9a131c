namespace CopyOnWrite.Measurement;

public enum MtimeComparison
{
    /// <summary>Mtimes are not looked at.</summary>
    None,

    /// <summary>
    /// For two builds of the same sources: not a file's mtime but where it comes from has to be the same, see <see cref="MtimeOrigins"/>.
    /// </summary>
    ByOrigin,

    /// <summary>
    /// To the nanosecond, for one tree before and after. Files and links; a folder's mtime changes with any temporary name in it.
    /// </summary>
    Exact,
}
