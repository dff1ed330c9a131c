using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using Machine = System.Reflection.PortableExecutable.Machine;

namespace CopyOnWrite.Sdk.Tests;

/// <summary>What is in the packages that MSBuild loads tasks from, and what is not.</summary>
[TestClass]
public sealed class PackageContentTests
{
    // READYTORUN_SIGNATURE in readytorun.h of dotnet/runtime: "RTR".
    private const uint ReadyToRunSignature = 0x00525452;

    // What an image is for: the processor, combined with a number of the system, so that no other runtime takes the code
    // (IMAGE_FILE_MACHINE_NATIVE_OS_OVERRIDE in pedecoder.h of dotnet/runtime). Windows has none.
    private const ushort Linux = 0x7B79;
    private const ushort Apple = 0x4644;

    private static readonly (string System, ushort Machine)[] s_machines =
    [
        ("linux-x64", (ushort)Machine.Amd64 ^ Linux), ("linux-arm64", (ushort)Machine.Arm64 ^ Linux),
        ("osx-arm64", (ushort)Machine.Arm64 ^ Apple), ("win-x64", (ushort)Machine.Amd64),
    ];

    private static readonly (string System, ushort Machine)[] s_compiled =
    [
        .. from framework in new[] { "net10.0", "net11.0" }
           from of in s_machines
           select ($"{framework}/{of.System}", of.Machine),
    ];

    [TestMethod]
    [OSCondition(OperatingSystems.Linux)]
    [DataRow(SdkPackage.Id)]
    [DataRow(ArtifactsPackage.Id)]
    public void ItBringsNoDependencyAndStaysBelowThreeMegabytes(string id)
    {
        Assert.IsLessThan(3_000_000L, new FileInfo(PackedPackage.FileOf(id)).Length);
        using ZipArchive package = ZipFile.OpenRead(PackedPackage.FileOf(id));
        Assert.IsEmpty(XDocument.Parse(package.Text(id + ".nuspec")).Descendants().Where(e => e.Name.LocalName == "dependency"));
        CollectionAssert.AreEqual(
            s_compiled.Select(of => CompiledOf(id, of.System)).Append(PortableOf(id)).Order(System.StringComparer.Ordinal).ToArray(),
            package.Entries
                .Select(e => e.FullName)
                .Where(n => n.EndsWith(".dll", System.StringComparison.Ordinal))
                .Order(System.StringComparer.Ordinal)
                .ToArray());
    }

    [TestMethod]
    [OSCondition(OperatingSystems.Linux)]
    [DataRow(SdkPackage.Id)]
    [DataRow(ArtifactsPackage.Id)]
    public void TheTaskIsThereCompiledAheadOfTimeForEachSystemAndNeedsOnlyMSBuildAndTheStandardLibrary(string id)
    {
        using ZipArchive package = ZipFile.OpenRead(PackedPackage.FileOf(id));
        using var portable = new PEReader(new MemoryStream(package.Bytes(PortableOf(id))));
        Assert.AreEqual(0, portable.PEHeaders.CorHeader!.ManagedNativeHeaderDirectory.Size, "The portable one has native code.");
        foreach ((string system, ushort machine) in s_compiled)
        {
            using var compiled = new PEReader(new MemoryStream(package.Bytes(CompiledOf(id, system))));
            DirectoryEntry native = compiled.PEHeaders.CorHeader!.ManagedNativeHeaderDirectory;
            Assert.IsGreaterThan(0, native.Size, $"No native code for {system}.");
            Assert.AreEqual(ReadyToRunSignature, compiled.GetSectionData(native.RelativeVirtualAddress).GetReader().ReadUInt32(), system);
            Assert.AreEqual(machine, (ushort)compiled.PEHeaders.CoffHeader.Machine, system);
            Assert.AreEqual(IdOf(portable), IdOf(compiled), system);
        }

        MetadataReader portableOnly = portable.GetMetadataReader();
        string[] references = [.. portableOnly.AssemblyReferences
            .Select(r => portableOnly.GetString(portableOnly.GetAssemblyReference(r).Name))];
        CollectionAssert.IsSubsetOf(
            references,
            new[] { "Microsoft.Build.Framework", "Microsoft.Build.Tasks.Core", "Microsoft.Build.Utilities.Core", "netstandard" },
            string.Join(", ", references));

        static System.Guid IdOf(PEReader assembly)
        {
            MetadataReader metadata = assembly.GetMetadataReader();
            return metadata.GetGuid(metadata.GetModuleDefinition().Mvid);
        }
    }

    [TestMethod]
    [DataRow(SdkPackage.Id)]
    [DataRow(ArtifactsPackage.Id)]
    public void ItsReadmeNamesItsVersion(string id)
    {
        using ZipArchive package = ZipFile.OpenRead(PackedPackage.FileOf(id));
        Assert.Contains($"Version=\"{PackedPackage.VersionOf(id)}\"", package.Text("README.md"));
    }

    [TestMethod]
    [DataRow(SdkPackage.Id)]
    [DataRow(ArtifactsPackage.Id)]
    [DataRow("CopyOnWrite.Tool")]
    public void EveryPageThatAPageLinksToIsThere(string id)
    {
        using ZipArchive package = ZipFile.OpenRead(PackedPackage.FileOf(id));
        string[] names = [.. package.Entries.Select(e => e.FullName)];
        string[] pages = [.. names.Where(n => n.StartsWith("docs/", System.StringComparison.Ordinal))];
        Assert.IsGreaterThan(20, pages.Length);
        string[] missing = [.. pages
            .SelectMany(page =>
                Regex.Matches(package.Text(page), @"\]\(([\w./-]+)(?:#[\w-]+)?\)")
                    .Select(link => (page, To: Target(page, link.Groups[1].Value))))
            .Where(link => !names.Contains(link.To))
            .Select(link => $"{link.page}: {link.To}")];
        Assert.IsEmpty(missing, string.Join('\n', missing));
        CollectionAssert.IsSubsetOf(
            new[]
            {
                "docs/diagnostics/sdk.md", "docs/diagnostics/artifacts.md", "docs/guide/ci.md", "docs/guide/migrating.md",
                "docs/guide/staging.md",
            },
            pages);

        static string Target(string page, string link) =>
            new System.Uri(new System.Uri("file:///" + page), link).AbsolutePath.TrimStart('/');
    }

    /// <summary>
    /// A skipped one would make MSBuild run every request for a project again that its results could answer (ResultsCache.SatisfyRequest):
    /// samples/DeepGraph with nothing to do took a fifth longer.
    /// </summary>
    [TestMethod]
    [DataRow(SdkPackage.Id)]
    [DataRow(ArtifactsPackage.Id)]
    public void NoInitialTargetHasAConditionToBeSkippedBy(string id)
    {
        using ZipArchive package = ZipFile.OpenRead(PackedPackage.FileOf(id));
        XElement[] projects = [.. package.Entries
            .Where(e => e.FullName.EndsWith(".targets", System.StringComparison.Ordinal))
            .Select(e => XDocument.Parse(package.Text(e.FullName)).Root!)];
        string[] initial = [.. projects.SelectMany(p => ((string?)p.Attribute("InitialTargets") ?? string.Empty).Split(
            ';', System.StringSplitOptions.RemoveEmptyEntries))];
        Assert.IsNotEmpty(initial);
        foreach (string name in initial)
        {
            XElement target = projects.Elements("Target").Single(t => (string?)t.Attribute("Name") == name);
            Assert.IsNull(target.Attribute("Condition"), target.ToString());
        }
    }

    [TestMethod]
    public void TheAssemblyVersionChangesWithEveryPackageVersion()
    {
        string[] versions = ["0.1.0", "0.1.1", "0.1.0-alpha.2", "0.1.0-alpha.2.17"];
        string[] assemblyVersions = [.. versions.Select(AssemblyVersionOf)];
        Assert.AreEqual(versions.Length, assemblyVersions.Distinct().Count(), string.Join(", ", assemblyVersions));
    }

    private static string AssemblyVersionOf(string version) => DotNet.Run(
        Path.Combine(RepositoryRoot.Folder, "src", "CopyOnWrite.Tasks"),
        ["msbuild", $"-p:Version={version}", "-t:AssemblyVersionFromPackageVersion", "-getProperty:AssemblyVersion"]).Output.Trim();

    private static string PortableOf(string id) => $"tasks/netstandard2.0/{id}.Tasks.dll";

    private static string CompiledOf(string id, string system) => $"tasks/{system}/{id}.Tasks.dll";
}
