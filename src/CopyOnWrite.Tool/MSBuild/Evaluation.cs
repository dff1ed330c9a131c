using Microsoft.Build.Definition;
using Microsoft.Build.Evaluation;
using Microsoft.Build.Evaluation.Context;
using Microsoft.Build.Exceptions;
using Microsoft.Build.Framework;
using Microsoft.Build.Logging;

namespace CopyOnWrite.Tool.MSBuild;

/// <summary>Evaluates projects with the registered MSBuild. One collection: files that projects share are read once.</summary>
internal sealed class Evaluation : IDisposable
{
    internal const string SdkNotFound = "MSB4236";

    private readonly List<string> _logged = [];
    private readonly EvaluationContext _context;
    private readonly ProjectCollection _projects;

    /// <param name="context">The answers of SDK resolvers and of the disk, which all threads share.</param>
    internal Evaluation(EvaluationContext context)
    {
        _context = context;

        // What an SDK resolver logs as an error: which versions of the SDK it found, in which sources.
        _projects = new ProjectCollection(
            null,
            [new ConsoleLogger(LoggerVerbosity.Quiet, _logged.Add, _ => { }, () => { }) { Parameters = "ErrorsOnly" }],
            ToolsetDefinitionLocations.Default);
    }

    /// <param name="ofAllFrameworks">Whether the references of every target framework are needed.</param>
    internal (EvaluatedProject? Project, ProjectProblem? Problem) Evaluate(string file, bool ofAllFrameworks)
    {
        try
        {
            Project project = Load(file, null);

            // The outer build of several target frameworks copies nothing; its inner builds are alike but for references.
            string[] frameworks = project.GetPropertyValue("TargetFramework").Length > 0 ? []
                : project.GetPropertyValue("TargetFrameworks")
                    .Split(';', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
            Project[] each = [.. frameworks.Take(ofAllFrameworks ? frameworks.Length : 1).Select(framework => Load(file, framework))];
            return (each is [var first, .. var others] ? new EvaluatedProject(first, others) : new EvaluatedProject(project), null);
        }
        catch (InvalidProjectFileException e)
        {
            // Often a file that the project imports is the one to fix.
            string where = string.IsNullOrEmpty(e.ProjectFile) ? file : e.ProjectFile;
            string ofWhich = where == file ? string.Empty : $" (imported by {file})";
            string place = e.LineNumber > 0 ? $"{where}({e.LineNumber})" : where;
            return (null, new(place, $"{e.ErrorCode} {FirstLine(e.BaseMessage)}", ofWhich + Resolvers(e.ErrorCode)));
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            // Whatever a project contains, the others are evaluated.
            return (null, new(file, FirstLine(e.Message)));
        }
    }

    public void Dispose() => _projects.Dispose();

    /// <summary>Up to a stack trace, which MSB4242 has in its message.</summary>
    internal static string FirstLine(string text) => text.Trim().Split('\n', 2)[0].Trim();

    /// <summary>Lines, again for each project that names the same SDK.</summary>
    private string Resolvers(string code) => code != SdkNotFound ? string.Empty
        : string.Concat(_logged.SelectMany(text => text.Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries))
            .Where(line => !line.Contains(code, StringComparison.Ordinal))
            .Select(line => "\n" + line.Split(" : error : ")[^1].Trim()));

    // Other missing imports are ignored as in an IDE, so that a project that was not restored can be examined.
    private Project Load(string file, string? framework) => Project.FromFile(file, new ProjectOptions
    {
        GlobalProperties = framework is null ? null : new Dictionary<string, string> { ["TargetFramework"] = framework },
        ProjectCollection = _projects,
        LoadSettings = ProjectLoadSettings.IgnoreMissingImports | ProjectLoadSettings.FailOnUnresolvedSdk,
        EvaluationContext = _context,
    });
}
