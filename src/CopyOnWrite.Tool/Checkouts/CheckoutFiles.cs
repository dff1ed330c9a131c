using System.IO.Enumeration;

namespace CopyOnWrite.Tool.Checkouts;

/// <summary>A file or link of a checkout. Listings follow no link, and leave out git's own files.</summary>
/// <param name="Path">Relative to the checkout.</param>
internal sealed record CheckoutFile(string Path, bool IsLink)
{
    /// <summary>Options that list hidden files and links as well; links are not followed.</summary>
    internal static EnumerationOptions All { get; } =
        new() { AttributesToSkip = 0, IgnoreInaccessible = true, RecurseSubdirectories = true };

    /// <param name="root">The checkout.</param>
    /// <param name="folder">A folder below the checkout; empty for the checkout itself.</param>
    /// <param name="isEntered">Whether a folder is entered; null enters no repository in the checkout, such as a submodule.</param>
    internal static IEnumerable<CheckoutFile> Below(string root, string folder = "", Func<string, bool>? isEntered = null)
    {
        string start = System.IO.Path.Join(root, folder.TrimEnd(System.IO.Path.DirectorySeparatorChar));
        int length = root.Length + 1;
        if (folder.Length > 0 && (new DirectoryInfo(start) is not { Exists: true, LinkTarget: null } || !IsEntered(start)))
        {
            return [];
        }

        return new FileSystemEnumerable<CheckoutFile>(
            start, (ref FileSystemEntry entry) => new(entry.ToFullPath()[length..], IsLink(entry)), All)
        {
            ShouldIncludePredicate = (ref FileSystemEntry entry) =>
                (!entry.IsDirectory || IsLink(entry)) && entry.FileName is not ".git",
            ShouldRecursePredicate = (ref FileSystemEntry entry) =>
                !IsLink(entry) && entry.FileName is not ".git" && IsEntered(entry.ToFullPath()),
        };

        static bool IsLink(in FileSystemEntry entry) => (entry.Attributes & FileAttributes.ReparsePoint) != 0;

        bool IsEntered(string path) => !TemporaryFiles.IsOurs(System.IO.Path.GetFileName(path))
            && (isEntered?.Invoke(path[length..]) ?? !System.IO.Path.Exists(System.IO.Path.Join(path, ".git")));
    }
}
