namespace CopyOnWrite.Tool.Doctor.Checks;

/// <summary>Temporary files of copies that were killed. One goes when the file that it was to replace is replaced again.</summary>
internal static class LeftoverCheck
{
    private static readonly string[] s_places =
        ["BaseOutputPath", "BaseIntermediateOutputPath", "OutDir", "IntermediateOutputPath", "PublishDir"];

    // A name that begins with a dot is hidden on Unix.
    private static readonly EnumerationOptions s_all = new()
    {
        RecurseSubdirectories = true, IgnoreInaccessible = true, AttributesToSkip = FileAttributes.ReparsePoint,
    };

    internal static Finding? Find(DoctorContext context)
    {
        string[] all = [.. context.Projects
            .SelectMany(project => s_places.Select(project.Folder))
            .OfType<string>()
            .Select(folder => Path.TrimEndingDirectorySeparator(folder) + Path.DirectorySeparatorChar)
            .Distinct(StringComparer.Ordinal)
            .Where(Directory.Exists)];
        ILookup<string, string> left = all
            .Where(folder => !Array.Exists(all, outer => outer != folder && folder.StartsWith(outer, StringComparison.Ordinal)))
            .SelectMany(folder => Directory.EnumerateFiles(folder, ".cow-*", s_all).Select(file => (Folder: folder, File: file)))
            .Where(found => TemporaryFiles.IsOne(Path.GetFileName(found.File)))
            .ToLookup(found => found.Folder, found => found.File);
        return left.Count == 0 ? null : Finding.Hint(
            $"{Words.Count(left.Sum(files => files.Count()), "temporary file", "temporary files")} in output folders",
            $"{context.Repository.Relative(left.First().First())} is one. A copy that was killed leaves one until its file is replaced "
                + "again; a build that runs may be using some.",
            Fix.Run(Remove(left.Select(files => files.Key))));
    }

    // Not what is used until a program ends (ReplacedFiles).
    private static string Remove(IEnumerable<string> folders)
    {
        IEnumerable<string> arguments = folders.Select(ShellText.Argument);
        return OperatingSystem.IsWindows()
            ? $"Get-ChildItem -LiteralPath {string.Join(',', arguments)} -Recurse -Force -File -Filter .cow-*.user | "
                + "Where-Object Name -match '^\\.cow-[0-9a-f]{16}' | Remove-Item -Force"
            : $"find {string.Join(' ', arguments)} -type f -name '.cow-????????????????*.user' ! -name '*.old.user' -delete";
    }
}
