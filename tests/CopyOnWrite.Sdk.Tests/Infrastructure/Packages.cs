namespace CopyOnWrite.Sdk.Tests.Infrastructure;

/// <summary>The package under test.</summary>
internal static class SdkPackage
{
    internal const string Id = "CopyOnWrite.Sdk";
    internal const string TaskAssembly = "CopyOnWrite.Sdk.Tasks.dll";

    internal static string Feed => PackedPackage.Feed;

    internal static string Version => PackedPackage.VersionOf(Id);

    internal static string SdkElement => $"<Sdk Name=\"{Id}\" Version=\"{Version}\" />";
}

/// <summary>The package that stages.</summary>
internal static class ArtifactsPackage
{
    internal const string Id = "CopyOnWrite.Artifacts";
    internal const string TaskAssembly = "CopyOnWrite.Artifacts.Tasks.dll";

    internal static string Version => PackedPackage.VersionOf(Id);

    internal static string SdkElement => $"<Sdk Name=\"{Id}\" Version=\"{Version}\" />";

    internal static string Reference(string item) => $"<{item} Include=\"{Id}\" Version=\"{Version}\" PrivateAssets=\"all\" />";
}

/// <summary>The content of a package's entries.</summary>
internal static class PackageEntries
{
    internal static byte[] Bytes(this ZipArchive package, string entry)
    {
        using Stream stream = package.GetEntry(entry)!.Open();
        using var content = new MemoryStream();
        stream.CopyTo(content);
        return content.ToArray();
    }

    internal static string Text(this ZipArchive package, string entry)
    {
        using var reader = new StreamReader(package.GetEntry(entry)!.Open());
        return reader.ReadToEnd();
    }

    internal static void Add(this ZipArchive package, string entry, ReadOnlySpan<byte> content)
    {
        using Stream stream = package.CreateEntry(entry).Open();
        stream.Write(content);
    }

    internal static void Add(this ZipArchive package, string entry, string content) => package.Add(entry, Encoding.UTF8.GetBytes(content));
}
