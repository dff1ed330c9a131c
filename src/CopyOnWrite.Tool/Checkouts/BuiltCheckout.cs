using Microsoft.Win32.SafeHandles;

namespace CopyOnWrite.Tool.Checkouts;

/// <summary>A donor that is another checkout on this machine.</summary>
internal sealed class BuiltCheckout(GitCheckout checkout) : IDonor
{
    public string Folder => checkout.Folder;

    public string Root => checkout.Folder;

    public IReadOnlyDictionary<string, string>? Above => null;

    public IReadOnlyCollection<string> NotSaved => [];

    public string Head => checkout.Head;

    public string? Branch => checkout.Branch;

    public IEnumerable<string> Known() => checkout.Known();

    public CheckoutFile[] Ignored() => checkout.IgnoredFiles(checkout.Folder);

    public IEnumerable<string> DeletedSince(DateTime oldest, DateTime newest) =>
        checkout.DeletedSince(oldest).Union(checkout.DeletedSince(newest));

    /// <summary>Adds the patterns of .worktreeinclude, which coding agents read.</summary>
    public IEnumerable<string> Named(IReadOnlyList<string> patterns)
    {
        string file = Path.Join(Folder, ".worktreeinclude");
        IEnumerable<string> ofFile = File.Exists(file) ? [$"--exclude-from={file}"] : [];
        string[] which = [.. patterns.Select(pattern => $"--exclude={pattern}"), .. ofFile];
        return which.Length == 0 ? [] : checkout.Git.List(["ls-files", "-z", "--others", "--ignored", .. which])
            .Intersect(checkout.Git.List("ls-files", "-z", "--others", "--ignored", "--exclude-standard"));
    }

    public bool TryStat(string file, out FileStat stat) => FileCloner.Shared.Platform.TryStat(Path.Join(Folder, file), out stat);

    public DateTime TimeOf(string file) => File.GetLastWriteTimeUtc(Path.Join(Folder, file));

    public string? TargetOf(string link) => new FileInfo(Path.Join(Folder, link)).LinkTarget;

    public bool HasContent(string file, in FileStat donors, string here, ContentBuffers buffers)
    {
        string there = Path.Join(Folder, file);
        using SafeFileHandle one = Open(here);
        using SafeFileHandle other = Open(there);
        return IsSame(one, other, buffers) && File.GetLastWriteTimeUtc(there) == donors.Modified;
    }

    private static SafeFileHandle Open(string path) =>
        File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);

    private static bool IsSame(SafeFileHandle one, SafeFileHandle other, ContentBuffers buffers)
    {
        long length = RandomAccess.GetLength(one);
        if (length != RandomAccess.GetLength(other))
        {
            return false;
        }

        for (long at = 0; at < length;)
        {
            int read = RandomAccess.Read(one, buffers.Here, at);
            Span<byte> there = buffers.There.AsSpan(0, read);
            if (read == 0 || RandomAccess.Read(other, there, at) != read || !there.SequenceEqual(buffers.Here.AsSpan(0, read)))
            {
                return false;
            }

            at += read;
        }

        return true;
    }
}
