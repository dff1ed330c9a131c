using System.Xml;
using System.Xml.Linq;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Tool.Bench;

/// <summary>Brings the SDK into a copy of a repository that does not have it, as its users would, by one line.</summary>
internal static class SdkLine
{
    private const string Props = "Directory.Build.props";
    private const string Packages = "Directory.Packages.props";
    private const string End = "</Project>";
    private const string Name = "CopyOnWrite.Sdk";

    private static readonly string[] s_files = [Props, Packages, "Directory.Build.targets", "global.json"];

    /// <summary>Then the built-in's arms turn it off, and the SDK's are as they are.</summary>
    internal static bool IsIn(BenchTarget target) => s_files.Select(file => Path.Combine(target.Repository, file))
        .Concat(target.Projects.SelectMany(project => project.Files))
        .Distinct()
        .Any(file => File.Exists(file) && Names(file));

    /// <summary>Into each Directory.Build.props that the target's projects import.</summary>
    internal static async Task AddAsync(BenchTarget target, string copy, string version, CancellationToken cancel)
    {
        foreach (string props in target.Projects.Select(project => Outermost(target, project)).DefaultIfEmpty(Props).Distinct())
        {
            string file = Path.Combine(copy, props);
            string text = File.Exists(file) ? await File.ReadAllTextAsync(file, cancel) : "<Project>\n</Project>\n";
            int project = text.IndexOf("<Project", StringComparison.Ordinal);
            int end = project < 0 ? -1 : text.IndexOf('>', project);
            if (end < 0 || text[end - 1] == '/')
            {
                throw new BadInputException(
                    $"{props} has no <Project> to add {Name} to. Add it yourself; the bench turns it off for the built-in arms.");
            }

            await File.WriteAllTextAsync(file, text.Insert(end + 1, $"\n  <Sdk Name=\"{Name}\" Version=\"{version}\" />"), cancel);
        }
    }

    /// <exception cref="BadInputException">A GlobalPackageReference cannot be added, or would not be the repository's only
    /// line.</exception>
    internal static void RequirePlaceForPackage(BenchTarget target)
    {
        string file = Path.Combine(target.Repository, Packages);
        if (IsIn(target))
        {
            throw new BadInputException(
                $"The repository already has {Name}. The arm sdk-as-package is for repositories that do not: leave it out.");
        }

        if (!File.Exists(file) || File.ReadAllText(file) is var text
            && !(text.Contains("ManagePackageVersionsCentrally", StringComparison.Ordinal) && text.Contains(End, StringComparison.Ordinal)))
        {
            throw new BadInputException(
                $"The arm sdk-as-package needs central package management: {Packages} with ManagePackageVersionsCentrally. Leave it out.");
        }
    }

    /// <summary>After <see cref="RequirePlaceForPackage"/>.</summary>
    internal static async Task AddPackageAsync(string copy, string version, CancellationToken cancel)
    {
        string file = Path.Combine(copy, Packages);
        string text = await File.ReadAllTextAsync(file, cancel);
        string item = $"  <ItemGroup><GlobalPackageReference Include=\"{Name}\" Version=\"{version}\" /></ItemGroup>\n";
        await File.WriteAllTextAsync(file, text.Insert(text.LastIndexOf(End, StringComparison.Ordinal), item), cancel);
    }

    /// <summary>In every arm, so that all restore alike.</summary>
    internal static async Task AddSourceAsync(string copy, string source, CancellationToken cancel)
    {
        string? config = Directory.EnumerateFiles(copy)
            .FirstOrDefault(file => Path.GetFileName(file).Equals("nuget.config", StringComparison.OrdinalIgnoreCase));
        if (config is null)
        {
            config = Path.Combine(copy, "NuGet.config");
            await File.WriteAllTextAsync(config, "<configuration><packageSources /></configuration>\n", cancel);
        }
        else if (Attributes(config).Any(attribute => attribute.Value == source))
        {
            return; // A source that is there already is an error to NuGet.
        }

        string[] add = ["nuget", "add", "source", source, "--name", "cow-bench", "--configfile", config];
        DotNetResult added = await DotNet.RunAsync(copy, add, cancellation: cancel);
        if (!added.Succeeded)
        {
            throw new BadInputException($"{source} cannot be added as a package source: {added.Output.Trim()}");
        }
    }

    // One may import the next one above it: two lines in one project would be one too many (MSB4011).
    private static string Outermost(BenchTarget target, BuiltProject project) =>
        project.Files.Where(file => Path.GetFileName(file) == Props).MinBy(file => file.Length) is { } file
            ? Path.GetRelativePath(target.Repository, file) : Props;

    /// <summary>In an attribute, as every way to add the SDK has it; a line in a comment adds nothing.</summary>
    private static bool Names(string file) => Path.GetExtension(file) == ".json"
        ? File.ReadAllText(file).Contains($"\"{Name}\"", StringComparison.Ordinal)
        : Attributes(file).Any(attribute => attribute.Value.Split('/', ';').Contains(Name));

    private static IEnumerable<XAttribute> Attributes(string file)
    {
        try
        {
            return XDocument.Load(file).Descendants().Attributes();
        }
        catch (XmlException)
        {
            return []; // The build says what is wrong with it.
        }
    }
}
