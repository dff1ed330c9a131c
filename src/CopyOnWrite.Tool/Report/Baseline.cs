using System.Text.Json;

namespace CopyOnWrite.Tool.Report;

/// <summary>
/// The file with the causes that a repository accepts, one a line, so that the report of a green build is a gate. A line has the names
/// of project files and properties, because folders and outputs differ between machines, logs and configurations.
/// </summary>
internal static class Baseline
{
    /// <exception cref="CommandFailedException">The file cannot be read.</exception>
    internal static FileConflicts Without(this FileConflicts all, string file)
    {
        InputFile.Require(file, "Write the file with --accept.");
        HashSet<string> accepted = [.. File.ReadLines(file).Select(line => line.Trim())];
        return all with
        {
            Shared = [.. all.Shared.Where(one => !accepted.Contains(LineOf(one)))],
            Read = [.. all.Read.Where(one => !accepted.Contains(LineOf(one)))],
        };
    }

    internal static string Of(FileConflicts all) => string.Concat(
        all.Shared.Select(one => LineOf(one)).Concat(all.Read.Select(one => LineOf(one)))
            .Distinct().Order(StringComparer.Ordinal).Prepend("# Accepted by `dotnet cow report --accept`: cause, projects, properties.")
            .Select(line => line + "\n"));

    private static string LineOf(SharedFiles shared) => string.Join(' ', ((string[])
    [
        JsonNamingPolicy.CamelCase.ConvertName(shared.Cause.ToString()),
        .. shared.Writers.Select(one => LoggedPath.FileName(one.Project)).Distinct().Order(StringComparer.Ordinal), .. shared.Differing,
    ]));

    private static string LineOf(ReadWhileWritten read) =>
        $"readWhileWritten {LoggedPath.FileName(read.Reader)} {LoggedPath.FileName(read.Writer)} {read.Task}";
}
