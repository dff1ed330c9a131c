using CopyOnWrite.Tool.Outputs;

namespace CopyOnWrite.Tool.Tests;

/// <summary>What of a compiler's outputs names the checkout that they were made in.</summary>
[TestClass]
public sealed class NamedPlacesTests : InATemporaryFolder
{
    private const string Root = "/home/me/app";
    private const string Packages = "/home/me/.nuget/packages";

    /// <summary>Where compilers have paths, and what each makes of a path.</summary>
    private static readonly Dictionary<string, Func<string, byte[]>> s_ways = new()
    {
        ["document"] = path => CompiledBytes.Pdb(path),
        ["embedded pdb"] = path => CompiledBytes.Dll(embedded: CompiledBytes.Pdb(path)),
        ["embedded source"] = path => CompiledBytes.Pdb("/_/a.cs", embeddedSource: $"// {new string('a', 300)}\n#line 1 \"{path}\""),
        ["source of an embedded pdb"] = path =>
            CompiledBytes.Dll(embedded: CompiledBytes.Pdb("/_/a.cs", embeddedSource: $"#line 1 \"{path}\"")),
        ["SourceLink map"] = path => CompiledBytes.Pdb("/_/a.cs", sourceLink: Map(path)),
        ["map of an embedded pdb"] = path => CompiledBytes.Dll(embedded: CompiledBytes.Pdb("/_/a.cs", sourceLink: Map(path))),
        ["CodeView"] = path => CompiledBytes.Dll(codeView: path),
        ["literal"] = path => CompiledBytes.Dll(literals: ["x", path, "z"]),
        ["attribute"] = path => CompiledBytes.Dll(arguments: ["a/b", path, "A" + new string('z', 64)]),
        ["native pdb"] = path => [.. "Microsoft C/C++ MSF 7.00\r\n\u001aDS\0\0\0"u8, .. Encoding.UTF8.GetBytes(path), 0],
        ["text"] = path => Encoding.UTF8.GetBytes($"-I{path}"),
    };

    public static IEnumerable<object[]> Ways => s_ways.Keys.Select(way => new object[] { way });

    [TestMethod]
    [DynamicData(nameof(Ways))]
    public void APathInTheRootIsFoundWhereverCompilersWritePaths(string way)
    {
        // Before one of 100 characters, metadata has a "d".
        foreach (string path in new[] { $"{Root}/src/A.cs", Root, $"{Root}/".PadRight(100, 'l'), $"/{Root}/".PadRight(200, 'l') })
        {
            Assert.IsNotNull(Found(way, path, Root), path);
        }

        foreach (string windows in new[] { @"C:\Src\App\A.cs", "c:/src/app/A.cs", @"C:\SRC/app", @"\\?\c:\Src\App\é.cs" })
        {
            Assert.IsNotNull(Found(way, windows, @"C:\Src\App"), windows);
        }

        Assert.IsNotNull(Found(way, @"\\HOST\Über\app\a.cs", @"\\host\über\App"));
        Assert.IsNotNull(Found(way, "/home/müller/app/a.cs", "/home/müller/app"));
    }

    /// <summary>Else no checkout would be reused whose folder has a short name, or a sibling of a longer one.</summary>
    [TestMethod]
    [DynamicData(nameof(Ways))]
    public void ALongerNameOrTheEndOfALongerPathIsAnother(string way)
    {
        string otherCase = OperatingSystem.IsLinux() ? "/home/me/App/a.cs" : "/home/me";
        foreach (string path in new[] { "/_/src/A.cs", $"{Root}-2/a.cs", $"{Root}.old", $"{Root}é", otherCase, "/home/me" })
        {
            Assert.IsNull(Found(way, path, Root), path);
        }

        Assert.IsNull(Found(way, "/_/src/A.cs", "/src"));
        Assert.IsNull(Found(way, "/mnt/x-1.0_y/src/A.cs", "/src"));
        Assert.IsNull(Found(way, @"C:\Src\App2\A.cs", @"C:\Src\App"));
        Assert.IsNull(Found(way, @"D:\Src\App\A.cs", @"C:\Src\App"));
    }

    [TestMethod]
    public void WhatIsNamedIsSaid()
    {
        var places = new NamedPlaces(Root, Packages);
        Assert.AreEqual($"{Root}/src/A.cs", places.FirstIn(CompiledBytes.Pdb($"{Root}/src/A.cs")));
        Assert.AreEqual(Root, places.FirstIn(CompiledBytes.Dll(literals: [$"{Root}/src/A.cs"])));
        Assert.IsTrue(NamedPlaces.IsMapped("/_1/V.cs"));
        Assert.IsFalse(NamedPlaces.IsMapped("/__w/V.cs"), "A container's folder");
        byte[] razor = CompiledBytes.Pdb("/_/V.cs", embeddedSource: $"#line 1 \"{Root}/V.cshtml\"");
        Assert.AreEqual("/_/V.cs", places.FirstIn(razor));
        Assert.AreEqual("/_/V.cs", places.FirstIn(CompiledBytes.Dll(embedded: razor)));

        // What else names the folder counts more than an embedded text.
        Assert.AreEqual(Root, places.FirstIn(CompiledBytes.Dll(literals: [$"{Root}/A.cs"], embedded: razor)));
        Assert.AreEqual(Root, places.FirstIn(CompiledBytes.Pdb("/_/V.cs", Map($"{Root}/*"), $"#line 1 \"{Root}/V.cshtml\"")));
    }

    /// <summary>Built by another spelling of its path, or of sources that are not in it.</summary>
    [TestMethod]
    [OSCondition(OperatingSystems.Linux | OperatingSystems.OSX)]
    public void ADocumentThatExistsElsewhereOnThisMachineIsNamedUnlessItIsOfAPackage()
    {
        (string root, string link, string packages) = (_folder.PathOf("app"), _folder.PathOf("link"), _folder.PathOf("packages"));
        Directory.CreateDirectory(root);
        Directory.CreateDirectory(packages);
        Directory.CreateSymbolicLink(link, root);
        File.WriteAllText(Path.Combine(root, "A.cs"), string.Empty);
        File.WriteAllText(Path.Combine(packages, "P.cs"), string.Empty);
        var places = new NamedPlaces(root, packages);

        Assert.AreEqual($"{link}/A.cs", places.FirstIn(CompiledBytes.Pdb($"{link}/A.cs")));
        Assert.IsNull(places.FirstIn(CompiledBytes.Pdb($"{link}/B.cs")), "It does not exist.");
        Assert.IsNull(places.FirstIn(CompiledBytes.Pdb($"{packages}/P.cs")));
        Assert.IsNotNull(new NamedPlaces(root, Packages).FirstIn(CompiledBytes.Pdb($"{packages}/P.cs")));
    }

    [TestMethod]
    public void AFileThatIsCutOffIsSearchedAsTextAndOneThatIsMissingIsAnError()
    {
        var places = new NamedPlaces(Root, Packages);
        string file = _folder.PathOf("a.dll");
        byte[] dll = CompiledBytes.Dll(literals: [$"{Root}/A.cs"], embedded: CompiledBytes.Pdb("/_/a.cs"));
        Assert.ThrowsExactly<FileNotFoundException>(() => places.FirstIn(file));
        File.WriteAllBytes(file, dll);
        Assert.AreEqual(Root, places.FirstIn(file));
        File.WriteAllBytes(file, dll[..^700]);
        Assert.AreEqual(Root, places.FirstIn(file));
        File.WriteAllBytes(file, []);
        Assert.IsNull(places.FirstIn(file));
    }

    private static string Map(string path) =>
        $$"""{"documents":{"{{path.Replace(@"\", @"\\", StringComparison.Ordinal)}}":"https://host/app/*"} }""";

    private static string? Found(string way, string path, string root) => new NamedPlaces(root, Packages).FirstIn(s_ways[way](path));
}
