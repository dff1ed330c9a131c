using Microsoft.Build.Evaluation;
using Microsoft.Build.Exceptions;

namespace CopyOnWrite.Tool.MSBuild;

/// <summary>Evaluates projects with the registered MSBuild. One collection: files that projects share are read once.</summary>
internal sealed class Evaluation : IDisposable
{
    private readonly ResolverMessages _messages = new();
    private readonly ProjectCollection _projects;

    internal Evaluation() => _projects = new ProjectCollection(null, [_messages], ToolsetDefinitionLocations.Default);

    /// <summary>Adds the project, or a line with why it cannot be evaluated.</summary>
    internal void Evaluate(string file, List<EvaluatedProject> evaluated, List<string> problems)
    {
        try
        {
            Project project = Load(file, null);

            // The outer build of several target frameworks copies nothing; its inner builds are alike.
            string frameworks = project.GetPropertyValue("TargetFrameworks");
            if (project.GetPropertyValue("TargetFramework").Length == 0
                && frameworks.Split(';', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
                    .FirstOrDefault() is { } first)
            {
                project = Load(file, first);
            }

            evaluated.Add(new(project, UnresolvedSdk.Of(project, _messages)));
        }
        catch (InvalidProjectFileException e)
        {
            // Often a file that the project imports is the one to fix.
            string where = string.IsNullOrEmpty(e.ProjectFile) ? file : e.ProjectFile;
            string ofWhich = where == file ? string.Empty : $" (imported by {file})";
            problems.Add($"{where}({e.LineNumber}): {e.ErrorCode} {FirstLine(e.BaseMessage)}{ofWhich}");
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            // Whatever a project has in it, the others are looked at.
            problems.Add($"{file}: {FirstLine(e.Message)}");
        }
    }

    public void Dispose() => _projects.Dispose();

    /// <summary>Up to a stack trace, which MSB4242 has in its message.</summary>
    internal static string FirstLine(string text) => text.Trim().Split('\n', 2)[0].Trim();

    // As in an IDE: an import that is missing is passed over, so that a project that was not restored can be looked at.
    private Project Load(string file, string? framework) => new(
        file,
        framework is null ? null : new Dictionary<string, string> { ["TargetFramework"] = framework },
        toolsVersion: null,
        subToolsetVersion: null,
        _projects,
        ProjectLoadSettings.IgnoreMissingImports);
}
