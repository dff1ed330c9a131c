namespace CopyOnWrite;

/// <summary>Where a tree is cloned: into a folder beside the destination, on Unix closed to other users, until it is whole.</summary>
internal sealed record TreePlaces(string Source, string Made, string Destination)
{
    /// <summary>For this user only.</summary>
    internal const uint PrivateMode = 0x1C0;

    private const int MostAttempts = 20;
    private const int MillisecondsBetween = 250;

    /// <summary>An error that names the private folder, as .NET's do, names the destination.</summary>
    internal Exception Named(Exception error) =>
        !error.Message.Contains(Made, StringComparison.Ordinal) ? error
        : new IOException(error.Message.Replace(Made, Destination, StringComparison.Ordinal), error);

    internal static void MakePrivate(string folder)
    {
        if (OperatingSystem.IsWindows())
        {
            Directory.CreateDirectory(folder);
        }
        else
        {
            Directory.CreateDirectory(folder, (UnixFileMode)PrivateMode);
        }
    }

    /// <summary>Deletes a folder of the clone, as far as it can be deleted.</summary>
    internal static void Discard(string folder)
    {
        try
        {
            DeletedTree.Delete(folder);
        }
        catch (Exception e) when (DotNetError.IsOfFiles(e))
        {
        }
    }

    /// <summary>Scanners, indexers and network drives refuse to rename a folder that was just written, for a moment.</summary>
    internal static void Move(string from, string to, Action<string, string>? move = null)
    {
        for (int attempt = 1; ; attempt++)
        {
            try
            {
                (move ?? Directory.Move)(from, to);
                return;
            }
            catch (Exception e) when (DotNetError.IsOfFiles(e) && attempt < MostAttempts && !Path.Exists(to))
            {
                Thread.Sleep(MillisecondsBetween);
            }
        }
    }
}
