using System.IO.Compression;
using System.Reflection;
using System.Reflection.Emit;
using System.Security;

namespace CopyOnWrite.Torture.Checkouts;

/// <summary>
/// A repository of up to eight projects whose assemblies show what the compiler was given: a generator writes texts, options and properties
/// into them. It needs no package but .NETStandard's, which the build of this program has fetched, and one that is made here.
/// </summary>
internal static class SampleSolution
{
    internal const string File = "All.slnx";
    internal const string Branch = "other";

    /// <summary>Branches whose only change is in one file that no compiler is given.</summary>
    internal static readonly IReadOnlyDictionary<string, string> OfOneFile = new Dictionary<string, string>
    {
        ["linked"] = "Data/linked.text", ["embedded"] = "Data/one.json", ["imported"] = "wire/common.wire",
        ["styled"] = "Site/wwwroot/site.css", ["listed"] = "App/Input/one.part",
    };

    private const string Package = "Cow.Tiny";

    private static readonly string s_fetched = Environment.GetEnvironmentVariable("NUGET_PACKAGES")
        ?? Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget", "packages");

    /// <summary>Commits it, with another commit on a branch.</summary>
    /// <param name="feed">A folder for packages; they are unpacked in it, or in the repository.</param>
    /// <returns>How many projects each new checkout compiles.</returns>
    internal static int Write(Checkout to, string feed, Random random, bool isSmall)
    {
        WriteVersion(feed, "1.0.0");
        WriteVersion(feed, "2.0.0");
        string Maybe(int oneOf, string text, string otherwise = "") => random.Next(oneOf) == 0 ? text : otherwise;
        feed = SecurityElement.Escape(feed);
        string named = Maybe(3, Properties("<DeterministicSourcePaths>false</DeterministicSourcePaths>"));
        string generated = Maybe(3, Generated);
        bool isAbsolute = random.Next(2) == 0;
        string wire = Wire.Replace("{WIRE}", isAbsolute ? "$(MSBuildThisFileDirectory)../wire/" : "../wire/", StringComparison.Ordinal)
            .Replace("{ENCODING}", Maybe(2, "utf-8", "utf-16"), StringComparison.Ordinal);
        to.Write(".gitignore", "bin/\nobj/\nartifacts/\npackages/\nGenerated/\n.claude/\n");
        to.Write(".editorconfig", "root = true\n[*.cs]\ncow_seen = 1\ndotnet_diagnostic.CS0168.severity = warning\n");
        to.Write(".globalconfig", "is_global = true\ncow_global = 1\ndotnet_diagnostic.CS0219.severity = warning\n");
        to.Write("notes/shared.txt", "shared");
        to.Write("NuGet.config", $"""
            <configuration>
              <config><add key="globalPackagesFolder" value="{Maybe(4, "packages", feed + "/unpacked")}" /></config>
              <packageSources><clear /><add key="made" value="{feed}" /></packageSources>
              <fallbackPackageFolders><clear /><add key="fetched" value="{s_fetched}" /></fallbackPackageFolders>
            </configuration>
            """);
        to.Write("Directory.Packages.props", $"""
            <Project>
              <PropertyGroup><ManagePackageVersionsCentrally>true</ManagePackageVersionsCentrally></PropertyGroup>
              <ItemGroup><PackageVersion Include="{Package}" Version="1.0.0" /></ItemGroup>
            </Project>
            """);
        to.Write("Directory.Build.props", $"""
            <Project>
              <PropertyGroup>
                <TargetFramework>net10.0</TargetFramework><Product>1</Product>
                <DeterministicSourcePaths>true</DeterministicSourcePaths><EnableSourceLink>false</EnableSourceLink>
                {Maybe(4, "<ArtifactsPath>$(MSBuildThisFileDirectory)artifacts</ArtifactsPath>")}
                {Maybe(2, "<GenerateDocumentationFile>true</GenerateDocumentationFile>")}
                {Maybe(3, "<IncludeSourceRevisionInInformationalVersion>false</IncludeSourceRevisionInInformationalVersion>")}
                {Maybe(4, "<ProduceReferenceAssembly>false</ProduceReferenceAssembly>")}
              </PropertyGroup>
            </Project>
            """);
        to.Write("Directory.Build.targets", """
            <Project>
              <ItemGroup Condition="'$(MSBuildProjectExtension)' == '.csproj' and '$(MSBuildProjectName)' != 'Seen'">
                <ProjectReference Include="$(MSBuildThisFileDirectory)Seen/Seen.csproj" OutputItemType="Analyzer"
                  ReferenceOutputAssembly="false" SkipGetTargetFrameworkProperties="true" GlobalPropertiesToRemove="TargetFramework" />
                <AdditionalFiles Include="$(MSBuildThisFileDirectory)notes*/*.txt;*.txt" />
                <CompilerVisibleProperty Include="Product" />
              </ItemGroup>
              <PropertyGroup>
                <TargetsTriggeredByCompilation>$(TargetsTriggeredByCompilation);Say</TargetsTriggeredByCompilation>
              </PropertyGroup>
              <Target Name="Say"><Message Importance="high" Text="Compiled: $(MSBuildProjectFile)" /></Target>
              <Target Name="Load">
                <CallTarget Targets="Compile" Condition="'$(IsCrossTargetingBuild)' != 'true'" />
                <CallTarget Targets="DispatchToInnerBuilds" Condition="'$(IsCrossTargetingBuild)' == 'true'" />
              </Target>
            </Project>
            """);
        to.Write("Seen/Seen.cs", """
            using System.Linq;
            using Microsoft.CodeAnalysis;

            [Generator]
            public sealed class Seen : IIncrementalGenerator
            {
                public void Initialize(IncrementalGeneratorInitializationContext context) => context.RegisterSourceOutput(
                    context.AdditionalTextsProvider.Select((text, stop) => text.GetText(stop).ToString()).Collect()
                        .Combine(context.AnalyzerConfigOptionsProvider).Combine(context.CompilationProvider),
                    (output, all) =>
                    {
                        var (texts, options) = all.Left;
                        string Of(Microsoft.CodeAnalysis.Diagnostics.AnalyzerConfigOptions of, string key) =>
                            of.TryGetValue(key, out string value) ? value : "none";
                        string seen = string.Join("|", texts) + Of(options.GlobalOptions, "build_property.product")
                            + Of(options.GlobalOptions, "cow_global") + Of(options.GetOptions(all.Right.SyntaxTrees.First()), "cow_seen");
                        output.AddSource("Seen.g.cs", $"internal static class Seen {{ public static string Text => @\"{seen}\"; }}");
                    });
            }
            """);
        Project("Seen", Items("<Reference Include=\"$(RoslynTargetsPath)/bincore/Microsoft.CodeAnalysis.dll\" Private=\"false\" />"));
        Project("Core", Properties("<TargetFramework /><TargetFrameworks>net10.0;netstandard2.0</TargetFrameworks>"));
        Project("Text", Items(Reference("Core") + "<EmbeddedResource Include=\"../Data/*.json\" LogicalName=\"%(Filename)\" />"));
        Project("App", Properties("<OutputType>Exe</OutputType>") + Items(Reference("Text") + UseOfPackage
            + "<Content Include=\"*.json\" CopyToOutputDirectory=\"PreserveNewest\" />") + Served + generated);
        to.Write("App/paths.json", to.Folder + "/data");
        to.Write("App/Input/one.part", "1");
        to.Write("wire/order.wire", "1");
        to.Write("wire/common.wire", "1");
        to.Write("Data/linked.text", "1");
        to.Write("Data/one.json", "1");
        Project("Extra", named + Items(UseOfPackage) + wire);
        to.Write("App/Main.cs", "System.Console.WriteLine(TextClass.Number);");
        foreach (string culture in (string[])["", ".de"])
        {
            to.Write($"Text/Strings{culture}.resx", $"""
                <root>
                  <resheader name="resmimetype"><value>text/microsoft-resx</value></resheader>
                  <resheader name="reader"><value>System.Resources.ResXResourceReader, System.Windows.Forms</value></resheader>
                  <resheader name="writer"><value>System.Resources.ResXResourceWriter, System.Windows.Forms</value></resheader>
                  <data name="One"><value>1</value></data>
                  {(culture.Length > 0 ? string.Empty : LinkedText)}
                </root>
                """);
        }

        if (!isSmall && random.Next(3) == 0)
        {
            Project("Basic", Items(Reference("Core")), "vb", "Public Class Basic\n  Public Value As Integer = 1\nEnd Class");
            Project("Sharp", Items($"<Compile Include=\"*.fs\" />{Reference("Core")}"), "fs", "module Sharp\nlet value = 1\n");
        }

        if (!isSmall && random.Next(3) == 0)
        {
            // A compressed file has the time of its build, and a manifest names that.
            Project("Site", Properties("<OutputType>Library</OutputType><CompressionEnabled>false</CompressionEnabled>"),
                sdk: "Microsoft.NET.Sdk.Web");
            to.Write("Site/wwwroot/site.css", "a { width: 1px }");
            to.Write("Site/wwwroot/site.js", "// 1");
        }

        to.Write(File, $"<Solution>{string.Concat(to.Files("*.*proj").Select(file => $"<Project Path=\"{file}\" />"))}</Solution>");
        to.Git("init", "-q", "-b", "main");
        to.Commit();
        to.Git("switch", "-q", "-c", Branch);
        new Step(3, random, ofSources: true).Edit(to);
        to.Commit("--allow-empty");
        foreach ((string branch, string file) in OfOneFile)
        {
            to.Git("switch", "-q", "-c", branch, "main");
            if (to.Has(file))
            {
                to.Write(file, to.Read(file).Replace('1', '2'));
            }

            to.Commit("--allow-empty");
        }

        to.Git("switch", "-q", "main");
        return (named.Length > 0 || isAbsolute ? 1 : 0) + (generated.Length > 0 ? 1 : 0);

        void Project(string name, string parts, string language = "cs", string? code = null, string sdk = "Microsoft.NET.Sdk")
        {
            to.Write($"{name}/{name}.{language}proj", $"<Project Sdk=\"{sdk}\">\n{parts}\n</Project>\n");
            to.Write($"{name}/{name}Class.{language}", code ?? $$"""
                public static class {{name}}Class
                {
                    public static int Number => {{(name == "Text" ? "CoreClass.Number" : "1")}};
                    public static string Path([System.Runtime.CompilerServices.CallerFilePath] string path = "") => path;
                    public static string Here => Path();
                }
                """);
            if (code is null)
            {
                to.Write($"{name}/Gone.cs", "internal static class Gone { }");
                to.Write($"{name}/{name}.txt", name);
            }
        }
    }

    private const string LinkedText = """
        <data name="Linked" type="System.Resources.ResXFileRef, System.Windows.Forms">
          <value>../Data/linked.text;System.String, mscorlib, Culture=neutral, PublicKeyToken=b77a5c561934e089;us-ascii</value>
        </data>
        """;

    /// <summary>Like Grpc.Tools: obj has a list of a file's imports, named by a hash of its path; without it no import is known.</summary>
    private const string Wire = """
        <Target Name="ReadWire">
          <PropertyGroup>
            <WireList>$(IntermediateOutputPath)$([MSBuild]::StableStringHash('{WIRE}order.wire'))_order.protodep</WireList>
          </PropertyGroup>
          <ReadLinesFromFile File="$(WireList)"
                             Condition="Exists('$(WireList)')"><Output TaskParameter="Lines" ItemName="WireImport" /></ReadLinesFromFile>
        </Target>
        <Target Name="MakeWire" BeforeTargets="BeforeCompile" DependsOnTargets="ReadWire" Inputs="{WIRE}order.wire;@(WireImport)"
                Outputs="$(IntermediateOutputPath)Wire.g.cs">
          <PropertyGroup>
            <WireText>$([System.IO.File]::ReadAllText('$(MSBuildProjectDirectory)/../wire/order.wire').Trim())</WireText>
            <WireText>$(WireText) $([System.IO.File]::ReadAllText('$(MSBuildProjectDirectory)/../wire/common.wire').Trim())</WireText>
          </PropertyGroup>
          <WriteLinesToFile File="$(IntermediateOutputPath)Wire.g.cs" Overwrite="true"
                            Lines="public static class Wire { public static string Text => &quot;$(WireText)&quot;%3B }" />
          <WriteLinesToFile File="$(WireList)" Lines="{WIRE}common.wire" Overwrite="true" Encoding="{ENCODING}" />
        </Target>
        <Target Name="AddWire" BeforeTargets="BeforeCompile" AfterTargets="MakeWire"><ItemGroup>
          <Compile Include="$(IntermediateOutputPath)Wire.g.cs" /><FileWrites Include="$(IntermediateOutputPath)Wire.g.cs;$(WireList)" />
        </ItemGroup></Target>
        """;

    /// <summary>Like SpaProxy: a text with the folder's path, written where it differs, and copied by time.</summary>
    private const string Served = """
        <Target Name="Serve" BeforeTargets="BeforeCompile">
          <WriteLinesToFile File="$(IntermediateOutputPath)served.json" Overwrite="true" WriteOnlyWhenDifferent="true"
                            Lines="{ &quot;folder&quot;: &quot;$(MSBuildProjectDirectory)&quot; }" />
          <ItemGroup><None Include="$(IntermediateOutputPath)served.json"
                           Link="served.json" CopyToOutputDirectory="PreserveNewest" /></ItemGroup>
        </Target>
        """;

    /// <summary>A source outside of obj, which git ignores; made by time.</summary>
    private const string Generated = """
        <ItemGroup><Part Include="Input/*.part" /><Compile Remove="Generated/**" /></ItemGroup>
        <Target Name="Generate" BeforeTargets="BeforeCompile" Inputs="@(Part);$(MSBuildProjectFile)" Outputs="Generated/All.cs">
          <PropertyGroup><Parts>@(Part->'%(Filename)', ',')</Parts></PropertyGroup>
          <WriteLinesToFile File="Generated/All.cs" Lines="// $(Parts) of $(MSBuildProjectDirectory)" Overwrite="true" />
        </Target>
        <Target Name="AddGenerated" BeforeTargets="BeforeCompile"
                AfterTargets="Generate"><ItemGroup><Compile Include="Generated/All.cs" /></ItemGroup></Target>
        """;

    internal static string Properties(string parts) => $"<PropertyGroup>{parts}</PropertyGroup>";

    internal static string Items(string parts) => $"<ItemGroup>{parts}</ItemGroup>";

    internal static string Reference(string project, string how = "Include") =>
        $"<ProjectReference {how}=\"../{project}/{project}.csproj\" />";

    private static string UseOfPackage => $"<PackageReference Include=\"{Package}\" />";

    private static void WriteVersion(string feed, string version)
    {
        Directory.CreateDirectory(feed);
        var assembly = new PersistedAssemblyBuilder(new AssemblyName($"{Package}, Version={version}.0"), typeof(object).Assembly);
        assembly.DefineDynamicModule(Package);
        using ZipArchive package = ZipFile.Open(Path.Combine(feed, $"{Package}.{version}.nupkg"), ZipArchiveMode.Create);
        ZipArchiveEntry entry = package.CreateEntry($"lib/netstandard2.0/{Package}.dll");

        // Files of one length and time are one to MSBuild's Copy.
        entry.LastWriteTime = new DateTimeOffset(2020, version[0] - '0', 1, 0, 0, 0, TimeSpan.Zero);
        using (Stream library = entry.Open())
        {
            assembly.Save(library);
        }

        using var specification = new StreamWriter(package.CreateEntry($"{Package}.nuspec").Open());
        specification.Write($"""
            <package><metadata>
              <id>{Package}</id><version>{version}</version><authors>a</authors><description>d</description>
            </metadata></package>
            """);
    }
}
