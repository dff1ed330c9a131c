namespace CopyOnWrite;

/// <summary>
/// The temporary names of new files, beside the files that they replace; on Linux for an instant. An old file with such a name is left
/// from a killed process. Some names come from a hash of the destination's name, others are random (<see cref="ProcessFiles"/>). Listings
/// hide names with a leading dot. MSBuild's wildcards find them, but the .NET SDK's default items leave out **/*.user
/// (Microsoft.NET.Sdk.DefaultItems.targets), the usual .gitignore does as well, and the Copy task passes over them.
/// </summary>
internal static class TemporaryFiles
{
    internal const int HashLength = 16;
    internal const string Beginning = ".cow-";
    private const string Ending = ".user";

    private static readonly char[] s_separators = { Path.DirectorySeparatorChar, Path.AltDirectorySeparatorChar };

    /// <param name="name">The hash of the destination's name.</param>
    /// <param name="number">Above 0 where several processes replace one file at one time.</param>
    internal static string NameOf(ulong name, int number)
    {
        // A format string would box both numbers for each file that is replaced.
        string hash = name.ToString("x16", CultureInfo.InvariantCulture);
        return number == 0 ? Beginning + hash + Ending : $"{Beginning}{hash}-{number}{Ending}";
    }

    /// <summary>A name that no other process can guess.</summary>
    /// <param name="tag">What the name has besides.</param>
    internal static string NewName(string tag = "")
    {
        ulong random = BitConverter.ToUInt64(Guid.NewGuid().ToByteArray(), 8);
        return Beginning + random.ToString("x16", CultureInfo.InvariantCulture) + tag + Ending;
    }

    /// <summary>The part of a name besides its hash or random number; empty for a name of another kind.</summary>
    internal static string TagOf(string name)
    {
        int tag = Beginning.Length + HashLength;
        return IsNameOfOne(name) ? name.Substring(tag, name.Length - tag - Ending.Length) : string.Empty;
    }

    /// <summary>Deletes a temporary file, if it is there. One that another program has open stays: the caller has its result.</summary>
    internal static void Delete(string path)
    {
        try
        {
            File.Delete(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException) { }
    }

    /// <summary>Whether no project means the file when it copies or stages it: a temporary file, or an old one still in use.</summary>
    internal static bool IsOurs(string path)
    {
        int name = path.LastIndexOfAny(s_separators) + 1;
        return string.CompareOrdinal(path, name, Beginning, 0, Beginning.Length) == 0
            && (IsNameOfOne(path.Substring(name)) || ReplacedFiles.FormerNameOf(path.Substring(name)) is not null);
    }

    internal static bool IsNameOfOne(string name) =>
        name.StartsWith(Beginning, StringComparison.Ordinal)
        && name.EndsWith(Ending, StringComparison.Ordinal)
        && name.Length >= Beginning.Length + HashLength + Ending.Length
        && IsHex(name, Beginning.Length, HashLength)
        && IsTag(name, Beginning.Length + HashLength, name.Length - Ending.Length);

    /// <summary>Nothing, "-2", or "-1234-0123456789abcdef": a user's file may have a name that begins and ends as ours do.</summary>
    private static bool IsTag(string name, int start, int end)
    {
        bool isTag = start == end || name[start] == '-';
        for (int i = start; i < end && isTag; i++)
        {
            isTag = name[i] == '-' || IsHex(name, i, 1);
        }

        return isTag;
    }

    /// <summary>Whether a part of the text is hexadecimal digits, as <see cref="NameOf"/> writes them.</summary>
    internal static bool IsHex(string text, int start, int length)
    {
        for (int i = start; i < start + length; i++)
        {
            if (text[i] is not ((>= '0' and <= '9') or (>= 'a' and <= 'f')))
            {
                return false;
            }
        }

        return true;
    }
}
