using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace CopyOnWrite.Sdk.Tests;

/// <summary>What .github/workflows/release.yml packs: checkouts, with the variables that GitHub's runner sets for a tag.</summary>
[TestClass]
public sealed class ReleaseTests : OnBtrfs
{
    private const string Repository = "example/copyonwrite";
    private const string Address = "https://github.com/" + Repository;
    private const string Version = "9.8.7-rc.1";

    // The kind of "Source Link" in the specification of portable PDBs.
    private static readonly Guid s_sourceLink = new("CC110556-A091-4D38-9FEC-25AB9A351A6A");

    private static readonly Dictionary<string, string?> s_runner = new(Infrastructure.TestRun.Variables)
    {
        ["GITHUB_ACTIONS"] = "true",
        ["GITHUB_SERVER_URL"] = "https://github.com",
        ["GITHUB_REPOSITORY"] = Repository,
        ["GITHUB_REF_TYPE"] = "tag",
        ["GITHUB_REF_NAME"] = "v" + Version,
    };

    [TestMethod]
    public void TwoCheckoutsPackTheSameFilesWhichNameTheirSources()
    {
        string one = Checkout("one");
        string commit = Git(one, "rev-parse", "HEAD").Trim();
        string another = Checkout("another");
        foreach ((string project, string id, string assembly) in new[]
        {
            ("CopyOnWrite", "CopyOnWrite.Core", "lib/net10.0/CopyOnWrite.Core.dll"),
            ("CopyOnWrite.Sdk", SdkPackage.Id, "tasks/netstandard2.0/CopyOnWrite.Sdk.Tasks.dll"),
        })
        {
            using ZipArchive package = Pack(one, project, id);
            using ZipArchive again = Pack(another, project, id);
            Assert.AreEqual(HashesOf(package), HashesOf(again));

            string nuspec = package.Text(id + ".nuspec");
            Assert.Contains($"<version>{Version}</version>", nuspec);
            Assert.Contains($"<projectUrl>{Address}</projectUrl>", nuspec);
            Assert.Contains($"""<repository type="git" url="{Address}" commit="{commit}" />""", nuspec);
            Assert.Contains($"/{Repository}/{commit}/*", SourceLinkOf(package.Bytes(assembly)));
        }
    }

    /// <summary>A repository with this one's files as they are now, in one commit, which is the same in each.</summary>
    private string Checkout(string name)
    {
        string folder = _volume.PathOf(name);
        foreach (string file in Git(RepositoryRoot.Folder, "ls-files", "-z", "--cached", "--others", "--exclude-standard").Split('\0'))
        {
            string source = Path.Combine(RepositoryRoot.Folder, file);
            if (File.Exists(source))
            {
                Directory.CreateDirectory(Path.GetDirectoryName(Path.Combine(folder, file))!);
                File.Copy(source, Path.Combine(folder, file));
            }
        }

        Git(folder, "init", "--quiet");
        Git(folder, "remote", "add", "origin", Address);
        Git(folder, "add", "--all");
        Git(folder, "-c", "user.name=example", "-c", "user.email=example@example.com", "commit", "--quiet", "--message", "All of it");
        return folder;
    }

    private static string Git(string folder, params string[] arguments)
    {
        const string Day = "2026-01-01T00:00:00Z";
        var days = new Dictionary<string, string> { ["GIT_AUTHOR_DATE"] = Day, ["GIT_COMMITTER_DATE"] = Day };
        (int exitCode, string output) = Command.Run(Tools.Require("git"), arguments, days, folder);
        Assert.AreEqual(0, exitCode, output);
        return output;
    }

    private static ZipArchive Pack(string checkout, string project, string id)
    {
        DotNetResult result = DotNet.Run(
            checkout,
            ["pack", Path.Combine("src", project), "--configuration", "Release", "--nologo", "-p:RunAnalyzers=false"],
            variables: s_runner);
        Assert.AreEqual(0, result.ExitCode, result.Output);
        return ZipFile.OpenRead(Path.Combine(checkout, "artifacts", "packages", $"{id}.{Version}.nupkg"));
    }

    // Not of the package itself: it has the times at which its files were written.
    private static string HashesOf(ZipArchive package) => string.Join(
        '\n', package.Entries.Select(e => $"{e.FullName} {Convert.ToHexString(SHA256.HashData(package.Bytes(e.FullName)))}").Order());

    private static string SourceLinkOf(byte[] assembly)
    {
        using var image = new PEReader(new MemoryStream(assembly));
        DebugDirectoryEntry symbols = image.ReadDebugDirectory().Single(entry => entry.Type == DebugDirectoryEntryType.EmbeddedPortablePdb);
        using MetadataReaderProvider provider = image.ReadEmbeddedPortablePdbDebugDirectoryData(symbols);
        MetadataReader reader = provider.GetMetadataReader();
        return reader.CustomDebugInformation
            .Select(reader.GetCustomDebugInformation)
            .Where(information => reader.GetGuid(information.Kind) == s_sourceLink)
            .Select(information => Encoding.UTF8.GetString(reader.GetBlobBytes(information.Value)))
            .Single();
    }
}
