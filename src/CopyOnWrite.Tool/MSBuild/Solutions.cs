using System.Text.Json;
using Microsoft.Build.Construction;
using Microsoft.Build.Exceptions;

namespace CopyOnWrite.Tool.MSBuild;

/// <summary>The projects of a solution, as the registered MSBuild reads it: .sln, and .slnx since .NET SDK 9.0.200.</summary>
internal static class Solutions
{
    /// <param name="file">The full path of a solution or of a solution filter.</param>
    /// <exception cref="CommandFailedException">It is neither.</exception>
    internal static string[] ProjectsOf(string file)
    {
        try
        {
            return [.. Projects(file).Where(Repository.IsProject).Order(StringComparer.Ordinal)];
        }
        catch (Exception e) when (e is InvalidProjectFileException or JsonException or KeyNotFoundException or InvalidOperationException)
        {
            throw new CommandFailedException(
                $"{file} is not a solution or solution filter that this .NET SDK can read: {Evaluation.FirstLine(e.Message)}");
        }
    }

    private static IEnumerable<string> Projects(string file)
    {
        if (!Path.GetExtension(file).Equals(".slnf", StringComparison.OrdinalIgnoreCase))
        {
            return SolutionFile.Parse(file).ProjectsInOrder.Select(project => project.AbsolutePath);
        }

        // MSBuild's class for a filter is internal. Its paths are relative to the solution, and have either separator.
        using var filter = JsonDocument.Parse(File.ReadAllText(file));
        JsonElement solution = filter.RootElement.GetProperty("solution");
        string of = Full(Path.GetDirectoryName(file)!, solution.GetProperty("path"));
        return [.. solution.GetProperty("projects").EnumerateArray().Select(project => Full(Path.GetDirectoryName(of)!, project))];
    }

    private static string Full(string folder, JsonElement path) =>
        path.GetString() is { } text ? Path.GetFullPath(text.Replace('\\', Path.DirectorySeparatorChar), folder)
            : throw new InvalidOperationException("A path is null.");
}
