using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.Build.Evaluation;
using Microsoft.Build.Exceptions;

namespace CopyOnWrite.Tool.MSBuild;

/// <summary>Evaluates projects with the registered MSBuild. One collection: files that projects share are read once.</summary>
internal sealed class Evaluation : IDisposable
{
    private readonly ProjectCollection _projects = new();

    internal bool TryEvaluate(string file, out EvaluatedProject? evaluated, out string? problem)
    {
        evaluated = null;
        problem = null;
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

            evaluated = EvaluatedProject.Of(project);
            return true;
        }
        catch (InvalidProjectFileException e)
        {
            problem = $"{file}({e.LineNumber}): {e.ErrorCode} {e.BaseMessage}";
        }
        catch (InvalidOperationException e)
        {
            problem = $"{file}: {e.Message}";
        }

        return false;
    }

    public void Dispose() => _projects.Dispose();

    // As in an IDE: an import that is missing is passed over, so that a project that was not restored can be looked at.
    private Project Load(string file, string? framework) => new(
        file,
        framework is null ? null : new Dictionary<string, string> { ["TargetFramework"] = framework },
        toolsVersion: null,
        subToolsetVersion: null,
        _projects,
        ProjectLoadSettings.IgnoreMissingImports);
}
