namespace CopyOnWrite.Build.Benchmarks;

/// <summary>How fresh files are: of their pages in memory, those that are not on the disk yet (cachestat(2)).</summary>
/// <param name="Dirty">-1 for each file where the kernel cannot say.</param>
internal sealed record PolicyPages(int Files, long Bytes, long Cached, long Dirty, long WriteBack)
{
    internal string Words => System.FormattableString.Invariant(
        $"{Files} files, {Bytes / 1024.0:N0} KiB: {Cached} pages in memory, {Dirty} of them dirty, {WriteBack} being written");
}
