namespace CopyOnWrite.Windows;

/// <summary>
/// Sources whose blocks have as many references as ReFS counts (8,176), each with the real copy that was made then: later clones are made
/// of that copy, which has blocks of its own. A copy is held against what was seen of it at each use, so one that was changed or deleted
/// costs another copy.
/// </summary>
internal sealed class SaturatedSources
{
    private const int Places = 1024;

    private readonly SaturatedSource?[] _sources = new SaturatedSource?[Places];
    private volatile bool _any;

    /// <summary>Null when the source is not known as hot, or was changed since.</summary>
    internal SaturatedSource? Find(in FileStamp source)
    {
        SaturatedSource? known = _any ? _sources[PlaceOf(source)] : null;
        return known is not null && source.IsUnchangedSince(known.Source) ? known : null;
    }

    internal void Remember(SaturatedSource source)
    {
        _sources[PlaceOf(source.Source)] = source;
        _any = true;
    }

    private static int PlaceOf(in FileStamp file) => (int)((file.Id.FileIdLow ^ file.Id.FileIdHigh ^ file.Id.VolumeSerialNumber) % Places);
}

internal sealed class SaturatedSource
{
    internal readonly FileStamp Source;
    internal readonly string CopyPath;
    internal readonly FileStamp Copy;

    internal SaturatedSource(in FileStamp source, string copyPath, in FileStamp copy)
    {
        Source = source;
        CopyPath = copyPath;
        Copy = copy;
    }
}
