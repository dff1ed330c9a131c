using System.IO;
using System.Linq;
using CopyOnWrite.Measurement;
using CopyOnWrite.Sdk.Tests.Infrastructure;
using CopyOnWrite.Sdk.Tests.Staging;
using CopyOnWrite.Testing;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Sdk.Tests;

/// <summary>
/// The targets choose the assembly that is compiled for the system and the processor, and the runtime takes its code: it compiles none of
/// the task's methods itself. For the images that do not run here, PackageContentTests reads what they are for.
/// </summary>
[TestClass]
public sealed class CompiledAheadOfTimeTests
{
    private const string Portable = "netstandard2.0";

    private VolumeUnderTest _volume = null!;

    [TestInitialize]
    public void RequireVolume() => _volume = VolumeUnderTest.Require("btrfs");

    [TestCleanup]
    public void ReleaseVolume() => _volume?.Dispose();

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
        Repo repo = stages ? StagingRepo.New(_volume, StagingRepo.FilesToStaged) : CopyOnlyRepo.New(_volume, withSdk: true);

        Assert.AreEqual("linux-x64", ChosenIn(repo, property));
        foreach ((string system, string processor, string folder) in new[]
        {
            ("linux", "arm64", "linux-arm64"), ("osx", "arm64", "osx-arm64"), ("win", "x64", "win-x64"),
            ("linux", "arm", Portable), ("osx", "x64", Portable), ("win", "arm64", Portable), ("win", "x86", Portable),
            (string.Empty, "x64", Portable),
        })
        {
            Assert.AreEqual(
                folder,
                ChosenIn(repo, property, $"-p:_CopyOnWriteSystem={system}", $"-p:_CopyOnWriteProcessor={processor}"),
                $"{system}-{processor}");
        }
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
        string list = _volume.PathOf($"compiled-{folder}.txt");
        foreach ((string name, string value) in CompiledMethods.Variables(list))
        {
            repo.Variables[name] = value;
        }

        RepoBuild build = repo.Build(["build", "-restore", $"-t:{target}", .. arguments]).Succeeded();
        CopyCall call = build.Log.CopyCalls.Single();
        Assert.AreEqual(folder, FolderOf(call.TaskAssembly), call.TaskAssembly);
        return CompiledMethods.In(list);
    }

    private static string ChosenIn(Repo repo, string property, params string[] arguments)
    {
        DotNetResult result = repo.Run(["msbuild", "project.csproj", "-nologo", $"-getProperty:{property}", .. arguments]);
        Assert.AreEqual(0, result.ExitCode, result.Output);
        return FolderOf(result.Output.Trim());
    }

    private static string FolderOf(string assembly) => Path.GetFileName(Path.GetDirectoryName(assembly))!;
}
