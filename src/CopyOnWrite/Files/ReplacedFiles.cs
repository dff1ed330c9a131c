namespace CopyOnWrite;

/// <summary>
/// The names of old files that a program still uses after they were replaced (Windows): beside the new file, ".cow-0-app.exe.old.user". The
/// next copy into the folder deletes those that are no longer in use.
/// </summary>
internal static class ReplacedFiles
{
    /// <summary>The most old files of one name, each in use by a program. With that many, the file is not replaced in use.</summary>
    internal const int MostOfOneName = 8;

    /// <summary>A pattern for a listing of the folder.</summary>
    internal const string Pattern = Beginning + "?-*" + Ending;

    private const string Beginning = ".cow-";
    private const string Ending = ".old.user";

    /// <param name="number">Below <see cref="MostOfOneName"/>.</param>
    internal static string NameOf(string name, int number) =>
        Beginning + number.ToString(CultureInfo.InvariantCulture) + "-" + name + Ending;

    /// <summary>The name that the file had; null for a file that is none of these.</summary>
    internal static string? FormerNameOf(string name)
    {
        int number = Beginning.Length;
        int former = number + 2;
        return name.Length > former + Ending.Length
            && name.StartsWith(Beginning, StringComparison.Ordinal)
            && name.EndsWith(Ending, StringComparison.Ordinal)
            && name[number] >= '0'
            && name[number] < '0' + MostOfOneName
            && name[number + 1] == '-'
            ? name.Substring(former, name.Length - former - Ending.Length)
            : null;
    }
}
