using CopyOnWrite.Sdk.Tests.Infrastructure;
using CopyOnWrite.Tool.Checkouts;
using static CopyOnWrite.Tool.Tests.WorktreeBuildTests;

namespace CopyOnWrite.Tool.Tests;

/// <summary>The command, and builds, on any system and volume: no bash, and what is usual on Windows.</summary>
[TestClass]
public sealed class WarmOnEachSystemTests : InATemporaryFolder
{
    [TestMethod]
    public void OfABranchThatIsThereWithWindowsLineEndsAndReadOnlyFilesOnlyWhatChangesCompiles()
    {
        Repo repo = Repo.New(_folder);
        repo.Write(
            "Directory.Build.props", $"<Project>{SdkPackage.SdkElement}<PropertyGroup>{Mapped}{OfCommits}</PropertyGroup></Project>\n");
        repo.Write("Lib/Lib.csproj", Project());
        string source = Path.GetRelativePath(repo.Folder, repo.Write("Lib/Lib.cs", "public class Lib;\n"));
        repo.Write("App/App.csproj", Project("<ProjectReference Include=\"../Lib/Lib.csproj\" />"));
        repo.Write("App/App.cs", "public class App : Lib;\n");
        repo.Write(".gitignore", "bin/\nobj/\n*.mdf\n");
        Git(repo.Folder, "init", "-q");
        Commit(repo.Folder);
        (string donor, string made) = (_folder.PathOf("app"), _folder.PathOf("new"));
        Git(repo.Folder, "clone", "-q", "-c", "core.autocrlf=true", repo.Folder, donor);
        Git(donor, "branch", "fix");
        new FileInfo(Path.Combine(donor, source)).IsReadOnly = true;
        Assert.AreEqual(2, WorktreeBuildTests.Build(repo, donor));
        Git(donor, "worktree", "add", "-q", made, "fix");
        new FileInfo(Path.Combine(made, source)).IsReadOnly = true;
        var written = new StringWriter();

        // As a database that a server has open, which no project names.
        using (File.Open(Path.Combine(donor, "App", "x.mdf"), FileMode.CreateNew, FileAccess.ReadWrite, FileShare.None))
        {
            Assert.AreEqual(0, WarmCommand.Answer(
                new Screen(json: false, written), made, new WarmOptions(donor, [], false, null), CancellationToken.None));
        }

        Assert.Contains(" is already built: all 2 projects are up to date.", written.ToString());
        Assert.AreEqual(0, WorktreeBuildTests.Build(repo, made));
        Assert.AreEqual(string.Empty, Command.OutputOf("git", "-C", made, "status", "--porcelain"));
        File.AppendAllText(Path.Combine(made, "App", "App.cs"), "public class More;");
        Assert.AreEqual(1, WorktreeBuildTests.Build(repo, made));
    }
}
