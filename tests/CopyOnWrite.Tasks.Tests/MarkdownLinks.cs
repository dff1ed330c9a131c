namespace CopyOnWrite.Tasks.Tests;

/// <summary>The relative links of Markdown pages, outside of code blocks.</summary>
internal static class MarkdownLinks
{
    /// <summary>Links that lead to no file or folder, or to no heading of the page.</summary>
    internal static IEnumerable<string> BrokenIn(string page)
    {
        foreach (Match link in Lines(page).SelectMany(line => Regex.Matches(line, @"\]\((?<path>[^)#\s:]*)(#(?<heading>[^)\s]+))?\)")))
        {
            string path = link.Groups["path"].Value;
            string target = path.Length == 0 ? page : Path.Combine(Path.GetDirectoryName(page)!, path);
            string heading = link.Groups["heading"].Value;
            if (!Path.Exists(target) || (heading.Length > 0 && !Lines(target).Any(line => AnchorOf(line) == heading)))
            {
                yield return $"{page}: {link.Value[1..]}";
            }
        }
    }

    /// <summary>
    /// The anchor that GitHub makes from a heading: lower case, without punctuation, with a hyphen for each space. Null for other lines.
    /// </summary>
    private static string? AnchorOf(string line) => Regex.Match(line, "^#+ (?<text>.+)$") is { Success: true } heading
        ? Regex.Replace(heading.Groups["text"].Value.Trim().ToLowerInvariant(), @"[^\w\- ]", string.Empty).Replace(' ', '-')
        : null;

    private static IEnumerable<string> Lines(string page)
    {
        bool isCode = false;
        foreach (string line in File.ReadLines(page))
        {
            bool isFence = line.TrimStart().StartsWith("```", StringComparison.Ordinal);
            isCode ^= isFence;
            if (!isCode && !isFence)
            {
                yield return line;
            }
        }
    }
}
