using System.Xml;
using System.Xml.Linq;

namespace CopyOnWrite.Tool.Bench;

/// <summary>Adds the SDK to a copy of a repository without it by one line, as its users would.</summary>
internal static class SdkLine
{
    private const string Props = "Directory.Build.props";
    private const string Name = "CopyOnWrite.Sdk";

    private static readonly string[] s_files = [Props, "Directory.Packages.props", "Directory.Build.targets", "global.json"];

    /// <summary>If so, only the built-in's arms change: they turn it off.</summary>
    internal static bool IsIn(BenchTarget target) => s_files.Select(file => Path.Combine(target.Repository, file))
        .Concat(target.Projects.SelectMany(project => project.Files))
        .Distinct()
        .Any(file => File.Exists(file) && Names(file));

    /// <summary>Adds the line to each Directory.Build.props that the target's projects import.</summary>
    internal static void Add(BenchTarget target, string copy, string version)
    {
        foreach (string file in target.Projects.Select(project => Outermost(target, project)).DefaultIfEmpty(Props).Distinct())
        {
            Edit(Path.Combine(copy, file), "Project", project => project.AddFirst(
                new XElement(project.GetDefaultNamespace() + "Sdk", new XAttribute("Name", Name), new XAttribute("Version", version))));
        }
    }

    /// <summary>Done in every arm, so that all restore alike.</summary>
    internal static void AddSource(string copy, string source)
    {
        string config = Directory.EnumerateFiles(copy)
            .FirstOrDefault(file => Path.GetFileName(file).Equals("nuget.config", StringComparison.OrdinalIgnoreCase))
            ?? Path.Combine(copy, "NuGet.config");
        Edit(config, "configuration", configuration =>
        {
            if (configuration.Element("packageSources") is null)
            {
                configuration.Add(new XElement("packageSources"));
            }

            configuration.Element("packageSources")!.Add(
                new XElement("add", new XAttribute("key", "cow-bench"), new XAttribute("value", source)));
        });
    }

    private static void Edit(string file, string root, Action<XElement> edit)
    {
        try
        {
            XDocument document = File.Exists(file) ? XDocument.Load(file, LoadOptions.PreserveWhitespace) : new(new XElement(root));
            edit(document.Root!);
            document.Save(file, SaveOptions.DisableFormatting);
        }
        catch (XmlException e)
        {
            throw new CommandFailedException($"{Path.GetFileName(file)} is damaged: {e.Message.TrimEnd('.')}. Correct it.");
        }
    }

    // One may import the next one above it: two lines in one project would be one too many (MSB4011).
    private static string Outermost(BenchTarget target, BuiltProject project) =>
        project.Files.Where(file => Path.GetFileName(file) == Props).MinBy(file => file.Length) is { } file
            ? Path.GetRelativePath(target.Repository, file) : Props;

    /// <summary>Looks for attributes, which every way to add the SDK uses; a comment adds nothing.</summary>
    private static bool Names(string file)
    {
        try
        {
            return Path.GetExtension(file) == ".json"
                ? File.ReadAllText(file).Contains($"\"{Name}\"", StringComparison.Ordinal)
                : XDocument.Load(file).Descendants().Attributes().Any(attribute => attribute.Value.Split('/', ';').Contains(Name));
        }
        catch (XmlException)
        {
            return false; // The build reports the error.
        }
    }
}
