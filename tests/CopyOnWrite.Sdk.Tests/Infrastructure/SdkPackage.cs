using System.IO;
using CopyOnWrite.Testing;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Sdk.Tests.Infrastructure;

/// <summary>The package under test, as <c>./build.sh pack</c> wrote it.</summary>
internal static class SdkPackage
{
    internal const string Id = "CopyOnWrite.Sdk";
    internal const string TaskAssembly = "CopyOnWrite.Sdk.Tasks.dll";

    internal static string Feed => Path.Combine(RepositoryRoot.Folder, "artifacts", "packages");

    internal static string File
    {
        get
        {
            string[] found = Directory.Exists(Feed) ? Directory.GetFiles(Feed, Id + ".*.nupkg") : [];
            Assert.HasCount(1, found, $"One {Id} package is expected in artifacts/packages: run ./build.sh pack.");
            return found[0];
        }
    }

    internal static string Version => Path.GetFileNameWithoutExtension(File)[(Id.Length + 1)..];

    internal static string SdkElement => $"<Sdk Name=\"{Id}\" Version=\"{Version}\" />";
}
