using System.IO.Enumeration;

namespace CopyOnWrite.Tool.Checkouts;

/// <summary>The files and links below a folder of a checkout. No link is followed, and what is git's is left out.</summary>
/// <param name="Path">Relative to the checkout.</param>
internal sealed record CheckoutFile(string Path, bool IsLink)
{
    /// <summary>Hidden ones, and links, which are not followed.</summary>
    internal static EnumerationOptions All { get; } =
        new() { AttributesToSkip = 0, IgnoreInaccessible = true, RecurseSubdirectories = true };

    /// <param name="root">The checkout.</param>
    /// <param name="folder">Below it; empty for itself.</param>
    /// <param name="isEntered">Whether a folder with a repository, which has its own users, is entered, such as a submodule.</param>
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
