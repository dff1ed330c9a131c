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
        string[] left = [.. context.Projects
            .SelectMany(project => s_places.Select(project.Folder))
            .OfType<string>()
            .Where(Directory.Exists)
            .Distinct(StringComparer.Ordinal)
            .SelectMany(folder => Directory.EnumerateFiles(folder, ".cow-*", s_all))
            .Where(file => TemporaryFiles.IsOne(Path.GetFileName(file)))
            .Select(Path.GetFullPath)
            .Distinct(StringComparer.Ordinal)];
        return left.Length == 0 ? null : Finding.Hint(
            $"{Words.Count(left.Length, "temporary file", "temporary files")} in output folders",
            $"{context.Repository.Relative(left[0])} is one. A copy that was killed leaves one until its file is replaced again; a build "
                + "that runs may be using some.",
            "While no build runs, delete the files `.cow-*.user` in the output folders, or these folders.");
    }
}
