using System;
using System.IO;
using System.Linq;
using CopyOnWrite.Testing;
using CopyOnWrite.Tool.Cache;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tool.Tests;

/// <summary>Which package files a build copies, by the list that a restore writes.</summary>
[TestClass]
public sealed class PackageFilesTests
{
    private readonly string _folder = Directory.CreateTempSubdirectory("cow-assets-").FullName;

    private string Packages => Path.Combine(_folder, "packages");

    [TestCleanup]
    public void Delete() => Directory.Delete(_folder, recursive: true);

    [TestMethod]
    public void TheFilesThatRunAreListedAndThoseOfTheCompilerAreNot()
    {
        string[] files =
        [
            Put("alpha/1.0.0/lib/net8.0/Alpha.dll"), Put("alpha/1.0.0/runtimes/linux-x64/native/libalpha.so"),
            Put("alpha/1.0.0/lib/net8.0/de/Alpha.resources.dll"),
        ];
        Put("alpha/1.0.0/ref/net8.0/Alpha.dll");

        CollectionAssert.AreEqual(files.Order().ToArray(), PackageFiles.Of(Assets()).Order().ToArray());
    }

    [TestMethod]
    public void FilesThatAreGoneAreLeftOut()
    {
        string file = Put("alpha/1.0.0/lib/net8.0/Alpha.dll");
        CollectionAssert.AreEqual(new[] { file }, PackageFiles.Of(Assets()).ToArray());
    }

    [TestMethod]
    [DataRow("")]
    [DataRow("{")]
    [DataRow("[]")]
    [DataRow("""{"targets":[]}""")]
    [DataRow("""{"targets":{"net10.0":[]}}""")]
    [DataRow("""{"packageFolders":3}""")]
    [DataRow("""{"libraries":{"a":3}}""")]
    [DataRow("""{"libraries":{"a/1":{"path":3}},"targets":{"net10.0":{"a/1":{"type":"package"}}}}""")]
    public void AnythingElseIsRefusedInASentence(string text)
    {
        string file = Path.Combine(_folder, "project.assets.json");
        File.WriteAllText(file, text);
        InvalidDataException refused = Assert.ThrowsExactly<InvalidDataException>(() => PackageFiles.Of(file));
        Assert.StartsWith($"{file} is not a list of restored packages: ", refused.Message);
    }

    [TestMethod]
    public void AnEmptyListHasNoFiles()
    {
        string file = Path.Combine(_folder, "project.assets.json");
        File.WriteAllText(file, "{}");
        Assert.IsEmpty(PackageFiles.Of(file));
    }

    [TestMethod]
    [TestCategory(Fuzzer.Category)]
    public void AnyBytes()
    {
        string good = Assets();
        string damaged = Path.Combine(_folder, "damaged.json");
        Fuzzer.Bytes(
            [File.ReadAllBytes(good)],
            bytes =>
            {
                File.WriteAllBytes(damaged, bytes);
                try
                {
                    _ = PackageFiles.Of(damaged);
                    return true;
                }
                catch (InvalidDataException)
                {
                    return false;
                }
            },
            few: 1000);
    }

    private string Put(string relative)
    {
        string file = Path.Combine(Packages, relative);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllText(file, relative);
        return file;
    }

    private string Assets()
    {
        string file = Path.Combine(_folder, "project.assets.json");
        File.WriteAllText(file, """
            {
              "version": 3,
              "targets": {
                "net10.0": {
                  "Alpha/1.0.0": {
                    "type": "package",
                    "compile": { "ref/net8.0/Alpha.dll": {} },
                    "runtime": { "lib/net8.0/Alpha.dll": { "related": ".xml" }, "lib/net8.0/_._": {} },
                    "resource": { "lib/net8.0/de/Alpha.resources.dll": { "locale": "de" } },
                    "runtimeTargets": { "runtimes/linux-x64/native/libalpha.so": { "assetType": "native", "rid": "linux-x64" } }
                  },
                  "Beta/1.0.0": { "type": "project", "runtime": { "bin/placeholder/Beta.dll": {} } }
                },
                "net10.0/linux-x64": { "Alpha/1.0.0": { "type": "package", "runtime": { "lib/net8.0/Alpha.dll": {} } } }
              },
              "libraries": {
                "Alpha/1.0.0": { "type": "package", "path": "alpha/1.0.0" },
                "Beta/1.0.0": { "type": "project", "path": "../Beta/Beta.csproj" }
              },
              "packageFolders": { "PACKAGES/": {} }
            }
            """.Replace("PACKAGES", Packages.Replace('\\', '/'), StringComparison.Ordinal));
        return file;
    }
}
