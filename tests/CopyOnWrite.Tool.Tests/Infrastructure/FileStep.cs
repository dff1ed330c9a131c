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
            Edit(remove, pathHere, remove.Groups[3].Value);
        }
        else if (Regex.Match(step, "^In (.+), insert `(.+)` as the first element of Project\\.$") is { Success: true } insert)
        {
            string file = pathHere(insert.Groups[1].Value);
            string text = Regex.Replace(File.ReadAllText(file), "<!--.*?-->", string.Empty, RegexOptions.Singleline);
            File.WriteAllText(file, new Regex("<Project\\b([^>]*?)(/?>)").Replace(
                text,
                root => $"<Project{root.Groups[1]}>{insert.Groups[2]}{(root.Groups[2].Value == ">" ? string.Empty : "</Project>")}",
                1));
        }
        else if (Regex.Match(step, "^Create (.+) with `(.+)`\\.$") is { Success: true } create)
        {
            File.WriteAllText(pathHere(create.Groups[1].Value), create.Groups[2].Value);
        }
        else
        {
            return false;
        }

        return true;
    }

    private static void Edit(Match place, Func<string, string> pathHere, string old)
    {
        string file = pathHere(place.Groups[1].Value);
        string[] lines = File.ReadAllLines(file);
        int line = int.Parse(place.Groups[2].Value, CultureInfo.InvariantCulture) - 1;
        Assert.Contains(old, lines[line], $"line {line + 1} of {file}: {lines[line]}");
        lines[line] = lines[line].Replace(old, string.Empty, StringComparison.Ordinal);
        File.WriteAllLines(file, lines);
    }
}
