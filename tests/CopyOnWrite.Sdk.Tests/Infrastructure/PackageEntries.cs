namespace CopyOnWrite.Sdk.Tests.Infrastructure;

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
}
