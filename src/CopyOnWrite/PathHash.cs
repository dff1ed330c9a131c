namespace CopyOnWrite;

/// <summary>Hashes encoded paths, ended by a zero byte, by FNV-1a.</summary>
internal static class PathHash
{
    private const ulong Start = 14695981039346656037;

    internal static ulong Of(byte[] path)
    {
        ulong hash = Start;
        for (int i = 0; path[i] != 0; i++)
        {
            hash = With(hash, path[i]);
        }

        return hash;
    }

    /// <summary>Hashes the path up to its last slash, and a number.</summary>
    internal static ulong OfFolder(byte[] path, uint number)
    {
        ulong hash = Start ^ number;
        ulong folder = 0;
        for (int i = 0; path[i] != 0; i++)
        {
            hash = With(hash, path[i]);
            folder = path[i] == '/' ? hash : folder;
        }

        return folder;
    }

    private static ulong With(ulong hash, byte next) => (hash ^ next) * 1099511628211;
}
