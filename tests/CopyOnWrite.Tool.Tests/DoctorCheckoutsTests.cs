using CopyOnWrite.Tool.Doctor;

namespace CopyOnWrite.Tool.Tests;

/// <summary>Whether what was compiled names the repository's folder: examined in this process.</summary>
[TestClass]
public sealed class DoctorCheckoutsTests : TestsOfAFolder
{
    private const string Id = "checkouts";

    [TestMethod]
    [OSCondition(OperatingSystems.Linux | OperatingSystems.OSX)]
    public void WhatIsCompiledWithoutThePropertyIsAHintUntilItIsCompiledWithIt()
    {
        Repo.Write(".git/HEAD", "ref: refs/heads/main");
        Repo.WriteProject("App/App.csproj");
        Repo.WriteProject("Lib/Lib.csproj", "<PropertyGroup><NuGetPackageRoot>/etc/</NuGetPackageRoot></PropertyGroup>");
        Assert.IsNull(Found(), "Nothing is compiled.");

        Compile("App", Repo.PathOf("App/A.cs"));
        Compile("Lib", "/etc/passwd"); // As a source that a package has.
        Finding off = Repo.Finds(Id, "Another checkout compiles 1 of 2 projects again: the outputs contain the path of this checkout");
        Assert.AreEqual(CheckStatus.Hint, off.Status);
        Assert.EndsWith($"App/obj/Debug/net10.0/App.pdb contains {Repo.PathOf("App/A.cs")}", off.Detail);
        ExaminedFolder.Follow(off);

        Finding on = Repo.Finds(Id, "1 of 2 projects", "Run `dotnet build --no-incremental` in the repository");
        Assert.HasCount(1, on.Steps);

        Compile("App", "/_/App/A.cs");
        Finding mapped = Repo.Finds(Id, $"Another checkout can use the outputs, which do not contain the path {Repo.Folder}");
        Assert.AreEqual(CheckStatus.Ok, mapped.Status);

        Repo.WriteProject("App/App.csproj", "<PropertyGroup><EnableSourceLink>true</EnableSourceLink></PropertyGroup>");
        Assert.Contains("EnableSourceLink", Repo.Finds(Id, "Another checkout of this commit can use the outputs").Detail);

        Compile("App", "/_/App/A.cs", $"#line 1 \"{Repo.PathOf("App/View.cshtml")}\"");
        Assert.EndsWith("; only generated sources in 1 pdb do, such as Razor's: App", Repo.Finds(Id, "which do not contain").Title);
    }

    [TestMethod]
    [DataRow(false, "")]
    [DataRow(true, "<PropertyGroup><DeterministicSourcePaths>False</DeterministicSourcePaths></PropertyGroup>")]
    public void WithoutGitAndWhereTheProjectTurnsThePropertyOffNothingIsSaid(bool hasGit, string properties)
    {
        Repo.WriteProject("App/App.csproj");
        Compile("App", Repo.PathOf("App/A.cs"));
        Repo.Write(".git/HEAD", "ref: refs/heads/main");
        Repo.Finds(Id, "Another checkout compiles 1 of 1 project again: ");
        if (!hasGit)
        {
            File.Delete(Repo.PathOf(".git/HEAD"));
        }

        Repo.WriteProject("App/App.csproj", properties);
        Assert.IsNull(Found());
    }

    private void Compile(string project, string document, string? embeddedSource = null)
    {
        string dll = Repo.Write($"{project}/obj/Debug/net10.0/{project}.dll", string.Empty);
        File.WriteAllBytes(dll, CompiledBytes.Dll());
        File.WriteAllBytes(Path.ChangeExtension(dll, ".pdb"), CompiledBytes.Pdb(document, embeddedSource: embeddedSource ?? "class A;"));
    }

    private Finding? Found() => Array.Find(Repo.Examine(), check => check.Id == Id);
}
