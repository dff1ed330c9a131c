using CopyOnWrite.Sdk.Tests.Staging;

namespace CopyOnWrite.Sdk.Tests;

/// <summary>
/// The targets choose the assembly that is compiled for the system and the processor, and the runtime takes its code: it compiles none of
/// the task's methods itself. For the images that do not run here, PackageContentTests reads what they are for.
/// </summary>
[TestClass]
public sealed class CompiledAheadOfTimeTests : OnBtrfs
{
    private const string Portable = "netstandard2.0";

    [TestMethod]
    public void ABuildThatCopiesCompilesNoMethodOfTheTask() =>
        AssertCodeIsTaken(CopyOnlyRepo.New(_volume, withSdk: true), "OnlyCopy", "_CopyOnWriteCompiledTasks");

    [TestMethod]
    public void ABuildThatStagesCompilesNoMethodOfTheTask() =>
        AssertCodeIsTaken(StagingRepo.New(_volume, StagingRepo.FilesToStaged), "CopyArtifacts", "_CopyOnWriteCompiledArtifacts");

    [TestMethod]
    [DataRow(false, "_CopyOnWriteTasksAssembly")]
    [DataRow(true, "_CopyOnWriteArtifactsAssembly")]
    public void TheAssemblyIsThatOfTheSystemAndTheProcessorOrThePortableOne(bool stages, string property)
    {
        (string Here, string Folder)[] choices =
        [
            (string.Empty, "linux-x64"), (Of("linux", "arm64"), "linux-arm64"), (Of("osx", "arm64"), "osx-arm64"),
            (Of("win", "x64"), "win-x64"),
            (Of("linux", "arm"), Portable), (Of("osx", "x64"), Portable), (Of("win", "arm64"), Portable), (Of("win", "x86"), Portable),
            (Of(string.Empty, "x64"), Portable),
        ];
        string write = $"""<Target Name="Say"><WriteLinesToFile File="chosen.txt" Lines="$({property})" /></Target>""";
        Repo repo = stages
            ? StagingRepo.New(_volume, StagingRepo.FilesToStaged + write)
            : CopyOnlyRepo.New(_volume, withSdk: true, body: write);
        IEnumerable<string> calls = choices.Select(choice =>
            $"<MSBuild Projects=\"project.csproj\" Targets=\"Say\" Properties=\"{choice.Here}\" />");
        repo.Write("all.proj", $"<Project><Target Name=\"Build\">{string.Concat(calls)}</Target></Project>");

        repo.OutputOf("msbuild", "all.proj", "-nologo");

        string[] chosen = [.. File.ReadLines(repo.PathOf("chosen.txt")).Select(FolderOf)];
        CollectionAssert.AreEqual(choices.Select(choice => choice.Folder).ToArray(), chosen, string.Join(", ", chosen));

        static string Of(string system, string processor) => $"_CopyOnWriteSystem={system};_CopyOnWriteProcessor={processor}";
    }

    /// <param name="compiled">The property with the path of the compiled assembly; the portable one is taken if it is empty.</param>
    private void AssertCodeIsTaken(Repo repo, string target, string compiled)
    {
        string[] ofPortable = MethodsCompiledIn(repo, Portable, target, $"-p:{compiled}=");
        Assert.IsNotEmpty(ofPortable, "The portable assembly's methods are compiled in the build; if not, this test cannot fail.");

        string[] ofCompiled = MethodsCompiledIn(repo, "linux-x64", target);
        Assert.IsEmpty(
            ofCompiled, $"{ofCompiled.Length} methods, {ofPortable.Length} with the portable assembly:\n{string.Join('\n', ofCompiled)}");
    }

    private string[] MethodsCompiledIn(Repo repo, string folder, string target, params string[] arguments)
    {
        repo.InNewProcesses = true; // The runtime reads the variables when it starts.
        string list = _volume.PathOf($"compiled-{folder}.txt");
        foreach ((string name, string value) in CompiledMethods.Variables(list))
        {
            repo.Variables[name] = value;
        }

        RepoBuild build = repo.Build(["build", "-restore", $"-t:{target}", .. arguments]).Succeeded();
        LoggedCall call = build.Log.CopyCalls.Single();
        Assert.AreEqual(folder, FolderOf(call.TaskAssembly), call.TaskAssembly);
        return CompiledMethods.In(list);
    }

    private static string FolderOf(string assembly) => Path.GetFileName(Path.GetDirectoryName(assembly))!;
}
