namespace CopyOnWrite;

/// <summary>Finds the place of a folder that may not exist yet.</summary>
internal static class ExistingFolder
{
    /// <summary>The folder or the nearest above it that exists, on whose volume it would be created. The root where none exists.</summary>
    internal static string AtOrAbove(string folder)
    {
        string existing = folder;
        while (!Directory.Exists(existing) && Path.GetDirectoryName(existing) is { Length: > 0 } above)
        {
            existing = above;
        }

        return existing;
    }
}
