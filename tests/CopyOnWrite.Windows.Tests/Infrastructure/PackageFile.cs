namespace CopyOnWrite.Windows.Tests.Infrastructure;

/// <summary>A package, of version 1.0.0, with one assembly for net10.0.</summary>
internal static class PackageFile
{
    /// <summary>The assembly's content.</summary>
    internal static byte[] Write(string folder, string id, string assembly)
    {
        Directory.CreateDirectory(folder);
        byte[] content = File.ReadAllBytes(assembly);
        using ZipArchive package = ZipFile.Open(Path.Combine(folder, $"{id}.1.0.0.nupkg"), ZipArchiveMode.Create);
        package.Add($"{id}.nuspec", $"""
            <package><metadata>
              <id>{id}</id><version>1.0.0</version><authors>tests</authors><description>of a test</description>
              <dependencies><group targetFramework="net10.0" /></dependencies>
            </metadata></package>
            """);
        package.Add($"lib/net10.0/{Path.GetFileName(assembly)}", content);
        return content;
    }
}
