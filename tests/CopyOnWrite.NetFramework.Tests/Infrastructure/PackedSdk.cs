using System;
using System.IO;
using System.IO.Compression;
using CopyOnWrite.Testing;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.NetFramework.Tests.Infrastructure;

/// <summary>
/// The package as <c>./build.sh pack</c> wrote it, unpacked: NuGet's resolver comes with Visual Studio and is in no package.
/// </summary>
internal static class PackedSdk
{
    internal const string TaskAssembly = "CopyOnWrite.Sdk.Tasks.dll";

    private const string Id = "CopyOnWrite.Sdk";

    private static readonly Lazy<string> s_folder = new(Unpack);

    internal static string Folder => s_folder.Value;

    internal static void Delete()
    {
        if (s_folder.IsValueCreated)
        {
            Directory.Delete(s_folder.Value, recursive: true);
        }
    }

    private static string Unpack()
    {
        string packages = Path.Combine(RepositoryRoot.Folder, "artifacts", "packages");
        string[] found = Directory.Exists(packages) ? Directory.GetFiles(packages, Id + ".*.nupkg") : [];
        Assert.HasCount(1, found, $"One {Id} package is expected in artifacts/packages: run ./build.sh pack.");
        string folder = Directory.CreateTempSubdirectory("cow-sdk-").FullName;
        ZipFile.ExtractToDirectory(found[0], folder);
        return folder;
    }
}
