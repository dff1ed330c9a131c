using System.Text;

namespace CopyOnWrite.Tool.Bench;

/// <summary>
/// The source file changed between builds: it gets a comment at its end, so its project is compiled again and the projects that use it get
/// its new assembly. By default it is in the most referenced project.
/// </summary>
/// <param name="File">The path relative to the repository.</param>
internal sealed record ChangedFile(string File)
{
    // The same text in each round, so that arms have the same outputs whenever they are stopped.
    private static readonly Dictionary<string, string> s_changes = new(StringComparer.OrdinalIgnoreCase)
    {
        [".cs"] = "\n// dotnet cow bench\n", [".fs"] = "\n// dotnet cow bench\n", [".vb"] = "\n' dotnet cow bench\n",
    };

    /// <param name="named">The user's choice; null to choose one.</param>
    internal static ChangedFile Choose(BenchTarget target, string? named)
    {
        string[] sources = [.. target.Projects.SelectMany(project => project.Sources)];
        if ((named is null ? sources.FirstOrDefault(CanChange) : Path.GetFullPath(named, target.Repository)) is not { } file)
        {
            throw new CommandFailedException("No source file of C#, F# or Visual Basic was found to change. Name one with --change-file.");
        }

        string relative = Path.GetRelativePath(target.Repository, file);
        bool isInside = System.IO.File.Exists(file) && !relative.StartsWith("..", StringComparison.Ordinal);
        string? wrong = !isInside ? "is not a file of the repository"
            : !CanChange(file) ? $"must be a source file ({string.Join(", ", s_changes.Keys)})"
            : target.Projects.Count > 0 && !sources.Contains(file) ? "is compiled by none of the projects that are built"
            : null;
        return wrong is null ? new ChangedFile(relative) : throw new CommandFailedException($"--change-file {named} {wrong}.");
    }

    internal void Change(string copy, byte[] original) => System.IO.File.WriteAllBytes(
        Path.Combine(copy, File), [.. original, .. Encoding.ASCII.GetBytes(s_changes[Path.GetExtension(File)])]);

    private static bool CanChange(string file) => s_changes.ContainsKey(Path.GetExtension(file));
}
