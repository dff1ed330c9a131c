namespace CopyOnWrite.Testing;

internal static class TextFile
{
    /// <summary>Makes the folders above it, too.</summary>
    internal static string Write(string path, string content = "")
    {
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, content);
        return path;
    }
}
