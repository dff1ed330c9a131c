using System;
using System.IO;
using System.Linq;
using CopyOnWrite.Tool.MSBuild;

namespace CopyOnWrite.Tool.Doctor.Checks;

/// <summary>Which Copy each project has: ours, the built-in, or another's.</summary>
internal static class LoadedCheck
{
    internal static Check Check { get; } = new("loaded", Find);

    private static Finding? Find(DoctorContext context)
    {
        EvaluatedProject[] without = [.. context.Projects.Where(project => !project.HasSdk)];
        if (without.Length > 0 || context.Projects.Count == 0)
        {
            EvaluatedProject? other = without.FirstOrDefault(project => !project.Copy.IsBuiltIn);
            return new Finding(
                CheckStatus.Attention,
                $"CopyOnWrite.Sdk is missing {context.InProjects(without)}",
                other is null
                    ? "MSBuild's built-in Copy task is used there."
                    : $"{other.Copy.Assembly} is used there, registered in {other.Copy.File}.",
                HowToLoad(context.Repository.Folder));
        }

        EvaluatedProject[] ours = [.. context.Projects.Where(project => project.Copy.IsOurs)];
        return ours.Length == context.Projects.Count
            ? new Finding(CheckStatus.Ok, $"CopyOnWrite.Sdk's Copy task is used {context.InProjects(ours)}")
            : FileCloner.ForThisSystem() is null
            ? new Finding(CheckStatus.Hint, "CopyOnWrite.Sdk is loaded, and leaves copying to the built-in task on this system")
            : new Finding(CheckStatus.Ok, $"CopyOnWrite.Sdk is loaded, and its Copy task used {context.InProjects(ours)}");
    }

    private static string HowToLoad(string repository)
    {
        string file = Path.Combine(repository, "Directory.Build.props");
        string line = $"<Sdk Name=\"CopyOnWrite.Sdk\" Version=\"{ToolVersion.Current}\" />";
        string[] lines = File.Exists(file) ? File.ReadAllLines(file) : [];
        int project = Array.FindIndex(lines, text => text.Contains("<Project>", StringComparison.Ordinal));
        return project >= 0
            ? Fix.Insert(file, project + 1, "<Project>", line)
            : lines.Length > 0 ? $"In {file}, insert `{line}` as the first element of Project."
            : $"Write the file {file} with `<Project>{line}</Project>`.";
    }
}
