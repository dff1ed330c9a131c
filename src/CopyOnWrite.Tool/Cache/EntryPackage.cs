using System;
using System.IO;
using System.Linq;
using CopyOnWrite.Tool.Doctor;
using CopyOnWrite.Tool.MSBuild;

namespace CopyOnWrite.Tool.Cache;

/// <summary>The package that an entry's source belongs to, by its path: ROOT/ID/VERSION/..., as NuGet lays packages out.</summary>
internal sealed record EntryPackage(string Id, string Version)
{
    // The folder of each user, whose parent folder may differ on the machine that filled the cache.
    private static readonly string s_usual = $"{Path.DirectorySeparatorChar}.nuget{Path.DirectorySeparatorChar}packages";

    public override string ToString() => $"{Id} {Version}";

    /// <summary>Null for a source that is in no package folder.</summary>
    internal static EntryPackage? Of(string source) => Of(source, FolderPairs.UsersPackageCache);

    /// <param name="root">A package folder.</param>
    internal static EntryPackage? Of(string source, string root)
    {
        if (source.Length == 0)
        {
            return null;
        }

        if (Removal.PackageOf(source) is { } package && Path.GetFileName(Path.GetDirectoryName(package)) is { Length: > 0 } id)
        {
            return new EntryPackage(id, Path.GetFileName(package));
        }

        // The package is gone: its place is still known.
        return Below(source, root) ?? (source.IndexOf(s_usual, StringComparison.Ordinal) is >= 0 and var at
            ? Below(source, source[..(at + s_usual.Length)])
            : null);
    }

    private static EntryPackage? Below(string source, string root)
    {
        string folder = Path.TrimEndingDirectorySeparator(root) + Path.DirectorySeparatorChar;
        string[] parts = source.StartsWith(folder, StringComparison.Ordinal)
            ? source[folder.Length..].Split(Path.DirectorySeparatorChar)
            : [];
        return parts.Length > 2 && parts.All(part => part.Length > 0) && char.IsAsciiDigit(parts[1][0])
            ? new EntryPackage(parts[0], parts[1])
            : null;
    }
}
