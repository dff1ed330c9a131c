using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;

namespace CopyOnWrite.Tool.Bench;

/// <summary>Adds a package to a copy of a repository without it by one line, as its users would.</summary>
internal static class SdkLine
{
    private const string Props = "Directory.Build.props";
    private const string Central = "Directory.Packages.props";
    internal const string Name = "CopyOnWrite.Sdk";

    private static readonly string[] s_files = [Props, Central, "Directory.Build.targets", "global.json"];

    /// <summary>A comment with the name, as in this repository's samples, does not count.</summary>
    internal static bool IsIn(string copy) => Folders.FilesBelow(copy)
        .Where(file => s_files.Contains(Path.GetFileName(file)) || file.EndsWith("proj", StringComparison.Ordinal))
        .Any(file => Regex.Replace(File.ReadAllText(file), "<!--.*?-->", string.Empty, RegexOptions.Singleline)
            .Contains(Name, StringComparison.Ordinal));

    /// <summary>
    /// Adds the line to Directory.Build.props at the root, and to each nested one that does not import the next one above it: MSBuild
    /// imports only the nearest, and two lines in one project would be one too many (MSB4011). A package reference is added in the same
    /// way, with central package management to Directory.Packages.props (elsewhere it is NuGet's error NU1008 there).
    /// </summary>
    internal static void Add(string copy, string id, string version, bool asPackage)
    {
        bool isCentral = asPackage && File.Exists(Path.Combine(copy, Central)) && new[] { Central, Props }.Any(
            file => File.Exists(Path.Combine(copy, file))
                && File.ReadAllText(Path.Combine(copy, file)).Contains("ManagePackageVersionsCentrally", StringComparison.Ordinal));
        string name = isCentral ? Central : Props;
        IEnumerable<string> alone = Folders.FilesBelow(copy, name)
            .Where(file => !File.ReadAllText(file).Contains(name, StringComparison.Ordinal));
        foreach (string file in alone.Append(Path.Combine(copy, name)).Distinct().ToList())
        {
            Edit(file, "Project", project =>
            {
                XNamespace space = project.GetDefaultNamespace();
                var of = new XAttribute("Version", version);
                project.AddFirst(!asPackage ? new XElement(space + "Sdk", new XAttribute("Name", id), of)
                    : new XElement(space + "ItemGroup", new XElement(
                        space + (isCentral ? "GlobalPackageReference" : "PackageReference"),
                        new XAttribute("Include", id), of, isCentral ? null : new XAttribute("PrivateAssets", "all"))));
            });
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
            configuration.Add(configuration.Element("packageSources") is null ? new XElement("packageSources") : null);
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
}
