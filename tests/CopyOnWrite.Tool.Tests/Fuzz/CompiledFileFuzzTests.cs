using CopyOnWrite.Tool.Outputs;

namespace CopyOnWrite.Tool.Tests.Fuzz;

/// <summary>An assembly or pdb that is damaged, or written meanwhile: whatever it is, it names a folder or none.</summary>
[TestClass]
public sealed class CompiledFileFuzzTests
{
    private static readonly NamedPlaces[] s_places = [new("/home/me/app", "/home/me/.nuget"), new(@"C:\app", "/home/me/.nuget")];

    [TestMethod]
    [TestCategory(Fuzzer.Category)]
    public void AnAssemblyOrPdb() => Fuzzer.Bytes(
        [
            CompiledBytes.Pdb("/home/me/app/a.cs"),
            CompiledBytes.Pdb("/_/a.cs", embeddedSource: "#line 1 \"/home/me/app/a.cs\""),
            CompiledBytes.Dll(embedded: CompiledBytes.Pdb(@"C:\app\a.cs")),
        ],
        content => Array.Exists(s_places, places => places.FirstIn(content) is not null),
        few: 3_000);
}
