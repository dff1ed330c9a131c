using Microsoft.Build.Evaluation;
using Microsoft.Build.Exceptions;

namespace CopyOnWrite.Tool.MSBuild;

/// <summary>Evaluates projects with the registered MSBuild. One collection: files that projects share are read once.</summary>
internal sealed class Evaluation : IDisposable
{
    private readonly ProjectCollection _projects = new();
    private readonly Dictionary<UnresolvedSdk, string> _whyUnresolved = [];

    /// <summary>Adds the project, or a line with why it cannot be evaluated.</summary>
    internal void Evaluate(string file, List<EvaluatedProject> evaluated, List<string> problems)
    {
        try
        {
            Project project = Load(file, null, _projects);

            // The outer build of several target frameworks copies nothing; its inner builds are alike.
            string frameworks = project.GetPropertyValue("TargetFrameworks");
            if (project.GetPropertyValue("TargetFramework").Length == 0
                && frameworks.Split(';', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
                    .FirstOrDefault() is { } first)
            {
                project = Load(file, first, _projects);
            }

            evaluated.Add(new(project, [.. UnresolvedSdk.Of(project).Select(sdk => sdk with { Why = WhyOf(sdk, file) })]));
        }
        catch (InvalidProjectFileException e)
        {
            // Often a file that the project imports: then that one is to be mended.
            string where = string.IsNullOrEmpty(e.ProjectFile) ? file : e.ProjectFile;
            string ofWhich = where == file ? string.Empty : $" (imported by {file})";
            problems.Add($"{where}({e.LineNumber}): {e.ErrorCode} {FirstLine(e.BaseMessage)}{ofWhich}");
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            // Whatever a project has in it, the others are to be looked at.
            problems.Add($"{file}: {FirstLine(e.Message)}");
        }
    }

    public void Dispose() => _projects.Dispose();

    /// <summary>Up to a stack trace, which MSB4242 has in its message.</summary>
    internal static string FirstLine(string text) => text.Trim().Split('\n', 2)[0].Trim();

    /// <summary>Evaluates once more, and listens: it takes longer, and is needed only where something is wrong.</summary>
    private string WhyOf(UnresolvedSdk sdk, string file)
    {
        if (!_whyUnresolved.TryGetValue(sdk, out string? why))
        {
            var messages = new ResolverMessages();
            using var projects = new ProjectCollection(null, [messages], ToolsetDefinitionLocations.Default);
            try
            {
                _ = Load(file, null, projects);
            }
            catch (InvalidProjectFileException)
            {
                // The reason may have been given before that.
            }

            _whyUnresolved.Add(sdk, why = messages.Of(sdk.Name));
        }

        return why;
    }

    // As in an IDE: an import that is missing is passed over, so that a project that was not restored can be looked at.
    private static Project Load(string file, string? framework, ProjectCollection projects) => new(
        file,
        framework is null ? null : new Dictionary<string, string> { ["TargetFramework"] = framework },
        toolsVersion: null,
        subToolsetVersion: null,
        projects,
        ProjectLoadSettings.IgnoreMissingImports);
}
