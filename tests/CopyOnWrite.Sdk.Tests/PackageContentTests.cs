using System.IO;
using System.IO.Compression;
using System.Linq;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using CopyOnWrite.Measurement;
using CopyOnWrite.Sdk.Tests.Infrastructure;
using CopyOnWrite.Testing;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Sdk.Tests;

/// <summary>What is in the package, and what is not.</summary>
[TestClass]
public sealed class PackageContentTests
{
    private const string Portable = "tasks/netstandard2.0/" + SdkPackage.TaskAssembly;
    private const string Compiled = "tasks/linux-x64/" + SdkPackage.TaskAssembly;

    [TestMethod]
    public void ItBringsNoDependency()
    {
        using ZipArchive package = ZipFile.OpenRead(SdkPackage.File);
        using Stream nuspec = package.Entries.Single(e => e.FullName == SdkPackage.Id + ".nuspec").Open();
        Assert.IsEmpty(XDocument.Load(nuspec).Descendants().Where(e => e.Name.LocalName == "dependency"));
        CollectionAssert.AreEqual(
            new[] { Compiled, Portable },
            package.Entries.Select(e => e.FullName).Where(n => n.EndsWith(".dll", System.StringComparison.Ordinal)).Order(System.StringComparer.Ordinal).ToArray());
    }

    [TestMethod]
    public void TheTaskIsThereCompiledAheadOfTimeTooAndIsTheSame()
    {
        using var portable = new PEReader(new MemoryStream(Read(Portable)));
        using var compiled = new PEReader(new MemoryStream(Read(Compiled)));
        Assert.AreEqual(0, portable.PEHeaders.CorHeader!.ManagedNativeHeaderDirectory.Size, "The portable one has native code.");
        Assert.IsGreaterThan(0, compiled.PEHeaders.CorHeader!.ManagedNativeHeaderDirectory.Size, "No native code.");
        Assert.AreEqual(IdOf(portable), IdOf(compiled));

        static System.Guid IdOf(PEReader assembly)
        {
            MetadataReader metadata = assembly.GetMetadataReader();
            return metadata.GetGuid(metadata.GetModuleDefinition().Mvid);
        }
    }

    [TestMethod]
    public void TheTaskReferencesOnlyMSBuildAndTheStandardLibrary()
    {
        using var assembly = new PEReader(new MemoryStream(Read(Portable)));
        MetadataReader metadata = assembly.GetMetadataReader();
        string[] references = [.. metadata.AssemblyReferences.Select(r => metadata.GetString(metadata.GetAssemblyReference(r).Name)).Order()];
        CollectionAssert.IsSubsetOf(
            references, new[] { "Microsoft.Build.Framework", "Microsoft.Build.Tasks.Core", "Microsoft.Build.Utilities.Core", "netstandard" }, string.Join(", ", references));
    }

    [TestMethod]
    public void ItsReadmeNamesItsVersion() => Assert.Contains($"Version=\"{SdkPackage.Version}\"", System.Text.Encoding.UTF8.GetString(Read("README.md")));

    [TestMethod]
    public void EveryCodeHasItsPage()
    {
        string targets = System.Text.Encoding.UTF8.GetString(Read("build/CopyOnWrite.Check.targets"));
        string[] codes = [.. Regex.Matches(targets, @"Code=""(COW\d+)""").Select(m => m.Groups[1].Value).Distinct()];
        Assert.IsNotEmpty(codes);
        foreach (string code in codes)
        {
            Assert.StartsWith($"# {code}:", System.Text.Encoding.UTF8.GetString(Read($"docs/{code}.md")));
            Assert.Contains($"{code}.md", targets);
        }
    }

    [TestMethod]
    public void EveryPageThatAPageOfAnErrorLinksToIsThere()
    {
        using ZipArchive package = ZipFile.OpenRead(SdkPackage.File);
        string[] names = [.. package.Entries.Select(e => e.FullName)];
        string[] pages = [.. names.Where(n => n.StartsWith("docs/COW", System.StringComparison.Ordinal))];
        string[] missing = [.. pages
            .SelectMany(page => Regex.Matches(System.Text.Encoding.UTF8.GetString(Read(page)), @"\]\(([\w.-]+\.md)\)").Select(link => (page, To: $"docs/{link.Groups[1].Value}")))
            .Where(link => !names.Contains(link.To))
            .Select(link => $"{link.page}: {link.To}")];
        Assert.IsEmpty(missing, string.Join('\n', missing));
        Assert.Contains("docs/staging.md", names);
    }

    [TestMethod]
    public void TheAssemblyVersionChangesWithEveryPackageVersion()
    {
        string[] versions = ["0.1.0", "0.1.1", "0.1.0-alpha.1", "0.1.0-alpha.2", "0.1.0-alpha.2.17"];
        string[] assemblyVersions = [.. versions.Select(AssemblyVersionOf)];
        Assert.AreEqual(versions.Length, assemblyVersions.Distinct().Count(), string.Join(", ", assemblyVersions));
    }

    private static string AssemblyVersionOf(string version) => DotNet.Run(
        Path.Combine(RepositoryRoot.Folder, "src", "CopyOnWrite.Tasks"),
        ["msbuild", $"-p:Version={version}", $"-p:VersionPrefix={version.Split('-')[0]}", "-t:AssemblyVersionFromPackageVersion", "-getProperty:AssemblyVersion"]).Output.Trim();

    private static byte[] Read(string entry)
    {
        using ZipArchive package = ZipFile.OpenRead(SdkPackage.File);
        using Stream stream = package.GetEntry(entry)!.Open();
        using var memory = new MemoryStream();
        stream.CopyTo(memory);
        return memory.ToArray();
    }
}
