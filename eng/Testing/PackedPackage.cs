using System.IO.Compression;

namespace CopyOnWrite.Testing;

/// <summary>The packages under test, as <c>./build.sh pack</c> wrote them.</summary>
public static class PackedPackage
{
    public static string Feed { get; } = Path.Combine(RepositoryRoot.Artifacts, "packages");

    /// <exception cref="InvalidOperationException">There is no package, or there are several.</exception>
    public static string FileOf(string id)
    {
        string[] found = Directory.Exists(Feed) ? Directory.GetFiles(Feed, id + ".*.nupkg") : [];
        return found.Length == 1
            ? found[0]
            : throw new InvalidOperationException($"One {id} package is expected in {Feed}: run ./build.sh pack.");
    }

    public static string VersionOf(string id) => Path.GetFileNameWithoutExtension(FileOf(id))[(id.Length + 1)..];

    /// <summary>Several may be unpacked into one folder.</summary>
    public static void Unpack(string id, string folder) => ZipFile.ExtractToDirectory(FileOf(id), folder, overwriteFiles: true);
}
