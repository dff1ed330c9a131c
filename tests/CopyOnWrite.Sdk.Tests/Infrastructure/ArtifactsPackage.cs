using System.IO;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Sdk.Tests.Infrastructure;

/// <summary>The package that stages, as <c>./build.sh pack</c> wrote it.</summary>
internal static class ArtifactsPackage
{
    internal const string Id = "CopyOnWrite.Artifacts";
    internal const string TaskAssembly = "CopyOnWrite.Artifacts.Tasks.dll";

    internal static string File
    {
        get
        {
            string[] found = Directory.Exists(SdkPackage.Feed) ? Directory.GetFiles(SdkPackage.Feed, Id + ".*.nupkg") : [];
            Assert.HasCount(1, found, $"One {Id} package is expected in artifacts/packages: run ./build.sh pack.");
            return found[0];
        }
    }

    internal static string Version => Path.GetFileNameWithoutExtension(File)[(Id.Length + 1)..];

    internal static string SdkElement => $"<Sdk Name=\"{Id}\" Version=\"{Version}\" />";

    /// <param name="item">PackageReference or GlobalPackageReference.</param>
    internal static string Reference(string item) => $"<{item} Include=\"{Id}\" Version=\"{Version}\" PrivateAssets=\"all\" />";
}
