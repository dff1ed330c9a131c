namespace CopyOnWrite.Windows.Tests;

/// <summary>The targets choose the assembly that is compiled for Windows x64, and the runtime compiles none of its methods.</summary>
[TestClass]
public sealed class CompiledAheadOfTimeOnWindowsTests
{
    private static readonly string[] s_ours = ["CopyOnWrite.Tasks.", "CopyOnWrite.Artifacts."];

    [TestMethod]
    public void ABuildCompilesNoMethodOfTheTasks()
    {
        Wine.Require();
        Wine.Be(19045);
        WindowsRepo repo = WindowsRepo.New(withSdk: true);
        repo.Write(
            "Directory.Build.targets",
            """<Project><Target Name="OnlyCopy"><Copy SourceFiles="Program.cs" DestinationFolder="copied" /></Target></Project>""");

        // Without the compiled assemblies the targets take the portable ones.
        string[] ofPortable = MethodsCompiledIn(
            repo, "portable", "-restore", "-p:_CopyOnWriteCompiledTasks=", "-p:_CopyOnWriteCompiledArtifacts=");
        foreach (string assembly in s_ours)
        {
            Assert.Contains(
                method => method.StartsWith(assembly, StringComparison.Ordinal),
                ofPortable,
                $"The portable assembly's methods of {assembly} are compiled in the build; if not, this test cannot fail.");
        }

        string[] ofCompiled = MethodsCompiledIn(repo, "win-x64");
        Assert.IsEmpty(
            ofCompiled, $"{ofCompiled.Length} methods, {ofPortable.Length} with the portable assemblies:\n{string.Join('\n', ofCompiled)}");
    }

    private static string[] MethodsCompiledIn(WindowsRepo repo, string name, params string[] arguments)
    {
        string list = Path.Combine(repo.Folder, $"compiled-{name}.txt");
        Assert.IsNotEmpty(
            repo.BuildWith(CompiledMethods.Variables(Wine.PathOf(list)), ["-t:OnlyCopy;CopyArtifacts", "-p:Stage=true", .. arguments]));
        return CompiledMethods.In(list);
    }
}
