using System.Globalization;
using System.Text.RegularExpressions;

namespace CopyOnWrite.Tool.Tests.Infrastructure;

/// <summary>A step of a fix that changes one line of a file, done literally.</summary>
internal static class FileStep
{
    /// <param name="pathHere">What the step calls the file to what this system calls it.</param>
    /// <returns>False when the step is of another kind.</returns>
    internal static bool TryFollow(string step, Func<string, string> pathHere)
    {
        if (Regex.Match(step, "^In (.+), line (\\d+), remove `(.+)`\\.$") is { Success: true } remove)
        {
            Edit(remove, pathHere, remove.Groups[3].Value, string.Empty);
        }
        else if (Regex.Match(step, "^In (.+), line (\\d+), replace `(.+)` by `(.+)`\\.$") is { Success: true } replace)
        {
            Edit(replace, pathHere, replace.Groups[3].Value, replace.Groups[4].Value);
        }
        else if (Regex.Match(step, "^In (.+), line (\\d+), insert `(.+)` after `(.+)`\\.$") is { Success: true } insert)
        {
            Edit(insert, pathHere, insert.Groups[4].Value, insert.Groups[4].Value + insert.Groups[3].Value);
        }
        else
        {
            return false;
        }

        return true;
    }

    private static void Edit(Match place, Func<string, string> pathHere, string old, string by)
    {
        string file = pathHere(place.Groups[1].Value);
        string[] lines = File.ReadAllLines(file);
        int line = int.Parse(place.Groups[2].Value, CultureInfo.InvariantCulture) - 1;
        Assert.Contains(old, lines[line], $"line {line + 1} of {file}: {lines[line]}");
        lines[line] = lines[line].Replace(old, by, StringComparison.Ordinal);
        File.WriteAllLines(file, lines);
    }
}
