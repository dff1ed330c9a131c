using System.CommandLine.Parsing;

namespace CopyOnWrite.Tool.Tests.Infrastructure;

/// <summary>A command line in a page, or in a template for a pipeline.</summary>
/// <param name="Place">The file, from the repository's root, and the line's number.</param>
/// <param name="Text">Without what stands before the program, and without a comment or another command behind.</param>
/// <param name="IsWhole">To be copied as it stands. In a sentence the name of a command stands for it, without what it needs.</param>
internal sealed record DocumentedCommand(string Place, string Text, bool IsWhole)
{
    private static readonly string[] s_folders = [".github", "docs", "eng", "samples", "skills", "src"];
    private static readonly string[] s_pages = [".md", ".yml"];
    private static readonly string[] s_notPages = ["artifacts", "bin", "obj"];

    /// <summary>Words behind the program's name.</summary>
    internal string[] Arguments(string program) => [.. CommandLineParser.SplitCommandLine(Text[program.Length..])];

    /// <summary>Those of the program in all pages, such as "dotnet cow".</summary>
    internal static IReadOnlyList<DocumentedCommand> Of(string program) =>
        [.. Pages().SelectMany(page => In(Path.GetRelativePath(RepositoryRoot.Folder, page), File.ReadLines(page), program))];

    internal static IEnumerable<DocumentedCommand> In(string page, IEnumerable<string> lines, string program)
    {
        bool isCode = page.EndsWith(".yml", StringComparison.Ordinal);
        int number = 0;
        foreach (string line in lines)
        {
            number++;
            if (line.TrimStart().StartsWith("```", StringComparison.Ordinal))
            {
                isCode = !isCode;
            }
            else if (isCode && At(line, program) is { } start)
            {
                yield return new($"{page}:{number}", Alone(line[start..]), true);
            }
            else if (!isCode)
            {
                IEnumerable<string> codes = Regex.Matches(line, "`([^`]+)`").Select(match => match.Groups[1].Value);
                foreach (string code in codes.Where(code => At(code, program) == 0))
                {
                    yield return new($"{page}:{number}", Alone(code), false);
                }
            }
        }
    }

    private static IEnumerable<string> Pages() => Directory.EnumerateFiles(RepositoryRoot.Folder)
        .Where(file => s_pages.Contains(Path.GetExtension(file)))
        .Concat(s_folders.SelectMany(folder => Below(Path.Combine(RepositoryRoot.Folder, folder))));

    private static IEnumerable<string> Below(string folder) => Directory.EnumerateFiles(folder)
        .Where(file => s_pages.Contains(Path.GetExtension(file)))
        .Concat(Directory.EnumerateDirectories(folder).Where(below => !s_notPages.Contains(Path.GetFileName(below))).SelectMany(Below));

    /// <summary>The index of the program, as the first word of a command; null without it.</summary>
    private static int? At(string line, string program)
    {
        const string Before = @"(?<=^\s*(\$ |(- )?(run|bash|script): )?|&& |; )";
        Match found = Regex.Match(line, Before + Regex.Escape(program) + @"(?=\s|$)");
        return found.Success ? found.Index : null;
    }

    private static string Alone(string line) => Regex.Replace(line, @"\s+(#|&&|\|).*$", string.Empty).Trim();
}
