namespace CopyOnWrite.Tool.Tests.Infrastructure;

/// <summary>A step of a fix that changes a file, done literally.</summary>
internal static class FileStep
{
    /// <param name="pathHere">What the step calls the file to what this system calls it.</param>
    /// <returns>False when the step is of another kind.</returns>
    internal static bool TryFollow(string step, Func<string, string> pathHere)
    {
        if (Regex.Match(step, "^In (.+) \\((\\d+),(\\d+)\\), remove (this )?(\\w+)") is { Success: true } remove)
        {
            string file = pathHere(remove.Groups[1].Value);
            string[] lines = File.ReadAllLines(file);
            ref string line = ref lines[int.Parse(remove.Groups[2].Value, CultureInfo.InvariantCulture) - 1];
            int column = int.Parse(remove.Groups[3].Value, CultureInfo.InvariantCulture) - 1;
            Match element = Regex.Match(line[column..], $"^<{remove.Groups[5]}\\b.*?(/>|</{remove.Groups[5]}>)");
            Assert.IsTrue(element.Success, $"{step}: {line}");
            line = line.Remove(column, element.Length);
            File.WriteAllLines(file, lines);
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
        else if (Regex.Match(step, "^Create (.+) with `(.+)`, or insert the element if the file exists by then\\.$")
            is { Success: true } create)
        {
            File.WriteAllText(pathHere(create.Groups[1].Value), create.Groups[2].Value);
        }
        else
        {
            return false;
        }

        return true;
    }
}
