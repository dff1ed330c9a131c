using static CopyOnWrite.Torture.Checkouts.SampleSolution;

namespace CopyOnWrite.Torture.Checkouts;

/// <summary>A change by a developer; the same in each checkout with the same sources, by the same random numbers.</summary>
/// <param name="IsOfSources">Whether it can be committed.</param>
internal sealed record Edit(string Name, Action<Checkout, Random> Do, bool IsOfSources = true)
{
    private static readonly string[] s_properties =
    [
        "<LangVersion Condition=\"'$(MSBuildProjectExtension)' == '.csproj'\">13</LangVersion>", "<Nullable>enable</Nullable>",
        "<NoWarn>$(NoWarn);CS0168</NoWarn>", "<DefineConstants>$(DefineConstants);OTHER</DefineConstants>", "<Optimize>true</Optimize>",
        "<DebugType>embedded</DebugType>", "<RootNamespace>Other</RootNamespace>", "<InvariantGlobalization>true</InvariantGlobalization>",
        "<CheckForOverflowUnderflow>true</CheckForOverflowUnderflow>", "<EmbedAllSources>true</EmbedAllSources>",
        "<GenerateDocumentationFile>true</GenerateDocumentationFile>", "<Version>2.0.0</Version>",
        "<AssemblyName>$(MSBuildProjectName)2</AssemblyName>", "<PathMap>/one=/two</PathMap>",
    ];

    private static readonly Edit[] s_all =
    [
        new("a value", (to, random) => Change(to, Pick(to, random, "*Class.*"), @"(?<=[=>] )\d+", Digit(random))),
        new("a member", (to, random) => Append(to, Source(to, random), $"public static class Member{random.Next()} {{ }}")),
        new("a comment", (to, random) => Append(to, Source(to, random), $"// {random.Next()}")),
        new("a new source", (to, random) => to.Write(Beside(to, random, $"Gone{random.Next()}.cs"), "// Nothing")),
        new("a source is deleted", (to, random) => Move(to, random, "Gone*.cs", null)),
        new("a source is renamed", (to, random) => Move(to, random, "Gone*.cs", $".{random.Next()}.cs")),
        new("a time", (to, random) => System.IO.File.SetLastWriteTimeUtc(to.PathOf(Pick(to, random, "*.cs")), DateTime.UtcNow)),
        new("a resource", (to, random) => Change(to, Pick(to, random, "*.resx"), @"\d(?=<)", Digit(random))),
        new("an option in .editorconfig", (to, random) => Change(to, ".editorconfig", @"(?<=seen = )\d+", Digit(random))),
        new("an option in .globalconfig", (to, random) => Change(to, ".globalconfig", @"(?<=global = )\d+", Digit(random))),
        new("another .editorconfig", (to, random) =>
            to.Write(Beside(to, random, ".editorconfig"), $"[*.cs]\ncow_seen = {Digit(random)}\n")),
        new("a severity", (to, random) =>
            Change(to, Either(random, ".editorconfig", ".globalconfig"), "warning|none", Either(random, "none", "warning"))),
        new("a property", (to, random) => Add(to, Pick(to, random, "*.csproj"), Properties(Either(random, s_properties)))),
        new("a property for all", (to, random) =>
            Add(to, $"Directory.Build.{Either(random, "props", "targets")}", Properties(Either(random, s_properties[..^2])))),
        new("a property that is seen", (to, random) => Change(to, "Directory.Build.props", @"(?<=<Product>)\d+", Digit(random))),
        new("the package's version", (to, random) =>
            Change(to, "Directory.Packages.props", "(?<=Version=\")[12]", Either(random, "1", "2"))),
        new("a package reference", (to, random) => Change(
            to, "App/App.csproj", "(?<=PackageReference )(Include|Remove)", Either(random, "Include", "Remove"))),
        new("a reference", (to, random) => Add(to, "Extra/Extra.csproj", Items(Reference("Core", Either(random, "Include", "Remove"))))),
        new("an additional file", (to, random) => Append(to, Pick(to, random, "*.txt"), $"{random.Next()}")),
        new("a new additional file", (to, random) => to.Write(
            Either(random, Beside(to, random, $"{random.Next()}.txt"), $"notes{random.Next()}/new.txt"), "new")),
        new("an additional file is deleted", (to, random) => Move(to, random, "*.txt", null)),
        new("a file that a task reads", (to, random) =>
            Change(to, Either(random, [.. OfOneFile.Values.Where(to.Has)]), @"\d+", Digit(random))),
        new("a new file that a task reads", (to, random) => to.Write(
            Either(random, $"App/Input/{random.Next()}.part", $"Data/{random.Next()}.json", $"Text/New{random.Next()}.de.resx",
                $"App/{random.Next()}.json"), "<root />")),
        new("an import", (to, random) => to.Write(
            Beside(to, random, "Directory.Build.props"),
            $"<Project><Import Project=\"../Directory.Build.props\" />{Properties(Either(random, s_properties[..^2]))}</Project>")),
        new("no import", (to, random) => Array.ForEach(
            [.. to.Files("Directory.Build.props").Where(file => file.Contains('/'))], file => System.IO.File.Delete(to.PathOf(file)))),
        new("git switch", (to, random) => to.Git("switch", "-q", "-f", "--detach", Either(random, "main", Branch)), IsOfSources: false),
        new("outputs are deleted", (to, random) => Array.ForEach(
            Outputs(to, random), folder => Directory.Delete(folder, recursive: true)), IsOfSources: false),
        new("libraries are deleted", (to, random) => Array.ForEach(
            Outputs(to, random), folder => Array.ForEach(
                Directory.GetFiles(folder, "*.dll", SearchOption.AllDirectories), System.IO.File.Delete)), IsOfSources: false),
    ];

    internal static Edit Any(Random random, bool ofSources) => Either(random, [.. s_all.Where(edit => edit.IsOfSources || !ofSources)]);

    internal static T Either<T>(Random random, params IReadOnlyList<T> of) => of[random.Next(of.Count)];

    private static string Digit(Random random) => $"{random.Next(10)}";

    private static string Pick(Checkout to, Random random, string pattern) => Either(random, to.Files(pattern));

    private static string Source(Checkout to, Random random) => Pick(to, random, "*Class.cs");

    private static string[] Outputs(Checkout to, Random random) =>
        to.Outputs(Path.GetFileNameWithoutExtension(Pick(to, random, "*.*proj")), Either(random, "bin", "obj"));

    private static string Beside(Checkout to, Random random, string name) =>
        Path.Combine(Path.GetDirectoryName(Pick(to, random, "*.csproj"))!, name);

    private static void Append(Checkout to, string file, string line) => to.Write(file, $"{to.Read(file)}\n{line}\n");

    private static void Add(Checkout to, string project, string part) => Change(to, project, "</Project>", $"{part}</Project>");

    private static void Change(Checkout to, string file, string pattern, string by) =>
        to.Write(file, Regex.Replace(to.Read(file), pattern, by.Replace("$", "$$", StringComparison.Ordinal)));

    /// <param name="ending">Of the new name; null deletes the file.</param>
    private static void Move(Checkout to, Random random, string pattern, string? ending)
    {
        string? file = Either<string?>(random, [.. to.Files(pattern).Select(to.PathOf), null]);
        if (file is not null && ending is not null)
        {
            System.IO.File.Move(file, Path.ChangeExtension(file, ending));
        }
        else if (file is not null)
        {
            System.IO.File.Delete(file);
        }
    }
}
