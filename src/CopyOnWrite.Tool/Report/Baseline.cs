using System.Text.Json;

namespace CopyOnWrite.Tool.Report;

/// <summary>
/// The file with the causes that a repository accepts, a line for each, so that the report of a green build is a gate. A line has projects
/// and properties, and no file: files' names differ between configurations and machines.
/// </summary>
internal static class Baseline
{
    /// <exception cref="CommandFailedException">The file cannot be read.</exception>
    internal static FileConflicts Without(this FileConflicts all, string file, Func<string, string> named)
    {
        InputFile.Require(file, "Write it with --accept.");
        HashSet<string> accepted = [.. File.ReadLines(file).Select(line => line.Trim())];
        return all with
        {
            Shared = [.. all.Shared.Where(one => !accepted.Contains(LineOf(one, named)))],
            Read = [.. all.Read.Where(one => !accepted.Contains(LineOf(one, named)))],
        };
    }

    internal static string Of(FileConflicts all, Func<string, string> named) => string.Concat(
        all.Shared.Select(one => LineOf(one, named)).Concat(all.Read.Select(one => LineOf(one, named)))
            .Distinct().Order(StringComparer.Ordinal).Prepend("# Accepted by `dotnet cow report --accept`: cause, projects, properties.")
            .Select(line => line + "\n"));

    private static string LineOf(SharedFiles shared, Func<string, string> named) => string.Join(' ', ((string[])
    [
        JsonNamingPolicy.CamelCase.ConvertName(shared.Cause.ToString()),
        .. shared.Writers.Select(writer => NameOf(writer.Project, named)).Distinct().Order(StringComparer.Ordinal), .. shared.Differing,
    ]));

    private static string LineOf(ReadWhileWritten read, Func<string, string> named) =>
        $"readWhileWritten {NameOf(read.Reader, named)} {NameOf(read.Writer, named)} {read.Task}";

    private static string NameOf(string project, Func<string, string> named) => named(project).Replace('\\', '/');
}
