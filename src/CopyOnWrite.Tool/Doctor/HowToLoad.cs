using System.Xml;
using System.Xml.Linq;
using CopyOnWrite.Tool.Fixes;
using CopyOnWrite.Tool.MSBuild;

namespace CopyOnWrite.Tool.Doctor;

/// <summary>The steps that bring CopyOnWrite.Sdk into projects: its line in the Directory.Build.props that each of them imports.</summary>
internal static class HowToLoad
{
    private const string Props = "Directory.Build.props";

    internal static IEnumerable<FixStep> Into(IEnumerable<EvaluatedProject> projects, string repository) =>
        projects.Select(project => FileOf(project, repository)).Distinct(StringComparer.Ordinal).Select(file =>
            Insert(file, $"<Sdk Name=\"CopyOnWrite.Sdk\" Version=\"{ToolVersion.Current}\" />"));

    /// <summary>As the first element of the file's Project.</summary>
    internal static FixStep Insert(string file, string element)
    {
        if (!File.Exists(file))
        {
            return Fix.Create(file, $"<Project>{element}</Project>");
        }

        return RootTag(file) is not (int line, string tag) ? new FixStep($"In {file}, insert `{element}` as the first element of Project.")
            : tag.EndsWith("/>", StringComparison.Ordinal)
            ? Fix.Replace(file, line, tag, $"{tag[..^2].TrimEnd()}>{element}</Project>")
            : Fix.Insert(file, line, tag, element);
    }

    /// <summary>A nearer Directory.Build.props hides the repository's; a project that imports none has to have the line itself.</summary>
    private static string FileOf(EvaluatedProject project, string repository) =>
        project.Folder("DirectoryBuildPropsPath") is { } imported && File.Exists(imported) ? imported
        : project.Value("ImportDirectoryBuildProps").Equals("true", StringComparison.OrdinalIgnoreCase) ? Path.Combine(repository, Props)
        : project.File;

    /// <summary>The first element's tag and its line; null where it goes on in the next line, or the file is no XML.</summary>
    private static (int Line, string Tag)? RootTag(string file)
    {
        try
        {
            IXmlLineInfo at = XDocument.Load(file, LoadOptions.SetLineInfo).Root!;
            string text = File.ReadLines(file).ElementAtOrDefault(at.LineNumber - 1) ?? string.Empty;
            int begin = at.LinePosition - 2;    // It is the name's, behind the bracket.
            int end = begin < 0 || begin >= text.Length ? -1 : text.IndexOf('>', begin);
            return end < 0 ? null : (at.LineNumber, text[begin..(end + 1)]);
        }
        catch (Exception e) when (e is XmlException or IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
