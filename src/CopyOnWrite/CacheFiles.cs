using System.IO;

namespace CopyOnWrite;

/// <summary>What the names of the files in a cache's folder end with. Files with other names are not the cache's and are left alone.</summary>
internal static class CacheFiles
{
    internal const string Entry = ".entry";
    internal const string Record = ".record";
    internal const string Claim = ".claim";
    internal const string New = ".new";

    /// <summary>Keeps the folder out of git, if it is not kept out already.</summary>
    internal static void WriteIgnoreFile(string folder)
    {
        string path = Path.Combine(folder, ".gitignore");
        if (!File.Exists(path))
        {
            File.WriteAllText(path, "*\n");
        }
    }
}
