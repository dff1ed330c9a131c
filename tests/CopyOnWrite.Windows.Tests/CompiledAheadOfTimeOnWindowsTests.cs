using CopyOnWrite.Sdk.Tests.Infrastructure;
using CopyOnWrite.Windows.Tests.Infrastructure;

namespace CopyOnWrite.Windows.Tests;

/// <summary>
/// The packed SDK's targets choose the assembly that is compiled for Windows x64, and the runtime takes its code: it compiles none of the
/// task's methods itself.
/// </summary>
[TestClass]
public sealed class CompiledAheadOfTimeOnWindowsTests
{
    [TestMethod]
    [DataRow("OnlyCopy", "_CopyOnWriteCompiledTasks")]
    [DataRow("CopyArtifacts", "_CopyOnWriteCompiledArtifacts")]
    public void ABuildCompilesNoMethodOfTheTask(string target, string compiled)
    {
        Wine.Require();
        Wine.Be(19045);
        WindowsRepo repo = WindowsRepo.New(withSdk: true);
        repo.Write(
            "Directory.Build.targets",
            """<Project><Target Name="OnlyCopy"><Copy SourceFiles="Program.cs" DestinationFolder="copied" /></Target></Project>""");

        // Without the compiled assembly the targets take the portable one.
        string[] ofPortable = MethodsCompiledIn(repo, "portable", target, "-restore", $"-p:{compiled}=");
        Assert.IsNotEmpty(ofPortable, "The portable assembly's methods are compiled in the build; if not, this test cannot fail.");

        string[] ofCompiled = MethodsCompiledIn(repo, "win-x64", target);
        Assert.IsEmpty(
            ofCompiled, $"{ofCompiled.Length} methods, {ofPortable.Length} with the portable assembly:\n{string.Join('\n', ofCompiled)}");
    }

    private static string[] MethodsCompiledIn(WindowsRepo repo, string name, string target, params string[] arguments)
    {
        string list = Path.Combine(repo.Folder, $"compiled-{name}.txt");
        Assert.IsNotEmpty(repo.BuildWith(CompiledMethods.Variables(Wine.PathOf(list)), [$"-t:{target}", "-p:Stage=true", .. arguments]));
        return CompiledMethods.In(list);
    }
}
