using CopyOnWrite.Sdk.Tests.Infrastructure;

namespace CopyOnWrite.Tool.Tests.Infrastructure;

/// <summary>The package under test with an older version's number, in a separate feed.</summary>
internal static class OlderPackage
{
    internal const string Version = "0.0.9";

    internal static void Write(string feed, string id = SdkPackage.Id)
    {
        Directory.CreateDirectory(feed);
        string package = Path.Combine(feed, $"{id}.{Version}.nupkg");
        File.Copy(PackedPackage.FileOf(id), package);
        using ZipArchive zip = ZipFile.Open(package, ZipArchiveMode.Update);
        string text = zip.Text($"{id}.nuspec");
        zip.GetEntry($"{id}.nuspec")!.Delete();
        using var writer = new StreamWriter(zip.CreateEntry($"{id}.nuspec").Open());
        writer.Write(text.Replace(
            $"<version>{SdkPackage.Version}</version>", $"<version>{Version}</version>", System.StringComparison.Ordinal));
    }
}
