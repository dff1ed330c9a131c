namespace CopyOnWrite.Measurement;

/// <summary>A message of MSBuild's Copy, or of the package's task, about two files, in words of the build's language.</summary>
public static class CopyMessage
{
    private const string Skipping = "SkipUnchangedFiles";

    // In MSBuild's translations (Strings.*.xlf): mostly the first, in Chinese the next two, in Polish the last two; none in Czech.
    private static readonly char[] s_quotes = ['"', '“', '”', '„'];

    /// <summary>
    /// Copy.FileComment, HardLinkComment and SymbolicLinkComment name two files; DidNotCopyBecauseOfFileMatch also a parameter, mostly
    /// in quotes, and its value, before or after them. Null for other messages: `Using "Copy" task from assembly "..."` has two names.
    /// </summary>
    public static (string From, string To, bool IsUnchanged)? Parse(string message)
    {
        string[] parts = message.Split(s_quotes);

        // Between quotes the parameter alone, so that a path with its name in it is a path; without quotes in German.
        bool isUnchanged = parts.Where((one, i) => i % 2 == 1 ? one == Skipping : one.Contains(Skipping, StringComparison.Ordinal)).Any();
        string[] quoted = [.. parts.Where((one, i) => i % 2 == 1 && !(isUnchanged && (one == Skipping || bool.TryParse(one, out _))))];
        return parts.Length % 2 == 1 && quoted is [not "Copy" and var from, var to] && !HasCode(parts[0]) ? (from, to, isUnchanged) : null;
    }

    /// <summary>The parts of the message in quotes, in any of these languages.</summary>
    public static string[] Quoted(string message) => [.. message.Split(s_quotes).Where((_, i) => i % 2 == 1)];

    /// <summary>Whether the message may name files without quotes.</summary>
    public static bool IsUnreadable(string message) =>
        message.IndexOfAny(s_quotes) < 0 && !message.StartsWith("CopyOnWrite: ", StringComparison.Ordinal);

    // "MSB3026: Could not copy ".
    private static bool HasCode(string words) =>
        words.IndexOf(": ", StringComparison.Ordinal) is > 0 and var end && char.IsAsciiDigit(words[end - 1]);
}
