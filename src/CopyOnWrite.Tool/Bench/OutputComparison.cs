namespace CopyOnWrite.Tool.Bench;

/// <summary>Compares the outputs of a volume's arms with those of the first arm, which is the built-in task's.</summary>
internal static class OutputComparison
{
    /// <summary>Kind, mode, length and content of each file in words, by its path relative to the folder.</summary>
    internal static IReadOnlyDictionary<string, string> Read(string folder, IEnumerable<string> files) =>
        files.ToDictionary(file => file, file => Describe(new FileInfo(Path.Combine(folder, file))));

    /// <returns>The differences of each arm, a line each, without the files that differ even between the two built-in arms.</returns>
    internal static (IReadOnlyDictionary<ArmKind, string[]> OfArms, string[] BySelf) Of(
        IReadOnlyList<(ArmKind Kind, IReadOnlyDictionary<string, string> Files)> arms)
    {
        IReadOnlyDictionary<string, string> first = arms.Select(arm => arm.Files).FirstOrDefault(new Dictionary<string, string>());
        string[] bySelf = [.. arms.Where(arm => arm.Kind == ArmKind.BuiltInAgain).SelectMany(arm => Differences(first, arm.Files))];
        return (
            arms.ToDictionary(arm => arm.Kind, arm => Differences(first, arm.Files).Except(bySelf)
                .Select(path => $"{path}: {WordsOf(first, path)} != {WordsOf(arm.Files, path)}").ToArray()),
            bySelf);
    }

    /// <summary>The paths of files that differ, or that only one has.</summary>
    internal static IEnumerable<string> Differences(
        IReadOnlyDictionary<string, string> here, IReadOnlyDictionary<string, string> there) =>
        here.Keys.Union(there.Keys).Where(path => WordsOf(here, path) != WordsOf(there, path)).Order(StringComparer.Ordinal);

    private static string WordsOf(IReadOnlyDictionary<string, string> files, string path) => files.GetValueOrDefault(path, "missing");

    /// <summary>Equal words for equal files.</summary>
    private static string Describe(FileInfo file)
    {
        if (file.LinkTarget is { } target)
        {
            return $"link to {target}";
        }

        string mode = OperatingSystem.IsWindows() ? string.Empty : $"mode {Convert.ToString((int)file.UnixFileMode, 8)}, ";
        return $"{mode}{file.Length} bytes, SHA-256 {InputFile.HashOf(file.FullName)[..12].ToLowerInvariant()}";
    }
}
