namespace CopyOnWrite.Tasks.Tests;

[TestClass]
public sealed class DefaultCacheFolderTests : InATemporaryFolder
{
    private string Root => _folder.Folder;

    /// <param name="inWorktree">Where it is if it cannot be in git's folder.</param>
    [TestMethod]
    [DataRow("repo/.git", "repo", "repo/.git/HEAD")]
    [DataRow(null, "repo", "repo/.git")]
    [DataRow(null, "repo", "repo/.git/config", DisplayName = "Not git's folder.")]
    [DataRow(
        "repo/.git", "repo", "repo/.git/HEAD", "repo/Directory.Build.props", "repo/src/Directory.Build.props",
        "repo/src/app/Directory.Build.targets")]
    [DataRow("repo/.git", "repo/src", "repo/.git/HEAD", "repo/src/Directory.Build.props")]
    [DataRow("repo/.git", "repo/src", "repo/.git/HEAD", "repo/src/Directory.Packages.props", "repo/src/app/Directory.Build.props")]
    [DataRow("repo/.git", "repo/src", "repo/.git/HEAD", "repo/src/Directory.Build.targets")]
    [DataRow("repo/.git", "repo", "repo/.git/HEAD", "Directory.Build.props")]
    [DataRow(null, "repo/src", "repo/.git/HEAD", "repo/src/.git", "repo/Directory.Build.props")]
    [DataRow(null, "repo/src", "repo/src/Directory.Build.props", "repo/Directory.Build.props")]
    [DataRow(null, "repo", "repo/Directory.Packages.props")]
    [DataRow(null, "repo/src/app", "repo/src/app/Directory.Build.targets", "repo/Directory.Build.props")]
    [DataRow(null, null, "repo/src/app/project.csproj", DisplayName = "No repository.")]
    public void ItIsInTheRepository(string? inGit, string? inWorktree, params string[] files)
    {
        Array.ForEach(files, Write);
        string project = Directory.CreateDirectory(Path.Combine(Root, "repo/src/app")).FullName;

        AssertPlaces([inGit, inWorktree], project);
        AssertPlaces([inGit, inWorktree], project + "/");
    }

    [TestMethod]
    [DataRow("repo/src/app/Directory.Build.targets", "repo/src/app")]
    [DataRow("repo/src/app/project.csproj", null)]
    public void OnAnotherVolumeThanTheProjectsItIsNotLookedFor(string file, string? expected)
    {
        Write("repo/.git/HEAD");
        Write("repo/Directory.Build.props");
        Write(file);
        string mount = _folder.PathOf(Path.Combine("repo", "src"));

        AssertPlaces([expected], Path.Combine(mount, "app"), folder => folder.StartsWith(mount, StringComparison.Ordinal));
    }

    [TestMethod]
    public void ALinkedWorktreeSharesTheCommonFolderAndHasAPlaceOfItsOwn()
    {
        Git("init -q main");
        Git("-C main -c user.name=u -c user.email=u@example.com commit -q --allow-empty -m m");
        Git("-C main worktree add -q ../wt");
        Git("clone -q --bare main repo.git");
        Git("-C repo.git worktree add -q ../of-bare -b other");
        Git("clone -q --separate-git-dir elsewhere main separate");
        Write("wt/src/Directory.Build.props");
        Directory.CreateDirectory(Path.Combine(Root, "wt/src/app"));
        string main = Path.Combine(Root, "main");

        AssertPlaces(["main/.git", "wt/src"], "wt/src/app");
        AssertPlaces(["repo.git", "of-bare"], "of-bare");
        AssertPlaces(["elsewhere", "separate"], "separate");
        AssertPlaces(["wt"], "wt", folder => !folder.StartsWith(main, StringComparison.Ordinal));
        Directory.Move(main, main + "-gone");
        AssertPlaces(["wt"], "wt");
    }

    [TestMethod]
    public void ASubmoduleUsesItsSuperprojectsCache()
    {
        Git("init -q library");
        Git("-C library -c user.name=u -c user.email=u@example.com commit -q --allow-empty -m m");
        Git("init -q main");
        Git("-C main -c protocol.file.allow=always submodule --quiet add ../library sub");
        Git("-C main -c user.name=u -c user.email=u@example.com commit -q -m m");
        Git("-C main worktree add -q ../wt");
        Git("-C wt -c protocol.file.allow=always submodule --quiet update --init");
        Git("clone -q library main/nested");

        AssertPlaces(["main/.git", "main"], "main/sub");
        AssertPlaces(["main/.git", "wt"], "wt/sub");
        AssertPlaces(["main/nested/.git", "main/nested"], "main/nested");
        AssertPlaces(["main/.git/modules/sub", "main/sub"], "main/sub", belongsToUser: folder => Path.GetFileName(folder) != "main");
        AssertPlaces([], "main/sub", belongsToUser: _ => false);
    }

    [TestMethod]
    [DataRow("")]
    [DataRow("gitdir:")]
    [DataRow("gitdir: gone")]
    [DataRow("something else")]
    public void AGitFileThatNamesNothingIsARepositorysRoot(string content)
    {
        Write("main/repo/src/x");
        File.WriteAllText(Path.Combine(Root, "main/repo/.git"), content);

        AssertPlaces(["main/repo"], "main/repo/src");
    }

    /// <summary>Anyone may create them in a folder above, such as /tmp. Opening a pipe would wait for a writer.</summary>
    [TestMethod]
    [OSCondition(OperatingSystems.Linux | OperatingSystems.OSX)]
    [Timeout(60_000)]
    [DataRow(".git", "mkfifo $0")]
    [DataRow(".git", "mkfifo $0-target; ln -s $0-target $0")]
    [DataRow(".git", "dd of=$0 bs=1 count=0 seek=3221225472")]
    [DataRow("folder/commondir", "mkfifo $0")]
    public void WhatIsNoShortRegularFileIsNotRead(string place, string make)
    {
        Write("repo/.git/HEAD");
        Write("folder/HEAD");
        File.WriteAllText(Path.Combine(Root, ".git"), "gitdir: folder");
        File.Delete(Path.Combine(Root, place));
        Command.OutputOf("sh", "-ec", make, Path.Combine(Root, place));

        AssertPlaces(["repo/.git", "repo"], "repo");
        string? common = GitRepository.At(Root)!.Value.CommonFolder;
        Assert.AreEqual(place == ".git" ? null : Path.Combine(Root, "folder"), common);
    }

    /// <param name="places">Git's folders, and others; null for none.</param>
    private void AssertPlaces(
        string?[] places, string project, Predicate<string>? isOnVolume = null, Func<string, bool>? belongsToUser = null)
    {
        string[] expected = [.. places.OfType<string>().Select(place => Path.Combine(
            Path.GetFullPath(place, Root), File.Exists(Path.Combine(Root, place, "HEAD")) ? "copyonwrite-cache" : ".copyonwrite-cache"))];
        CollectionAssert.AreEqual(expected, DefaultCacheFolder.Of(
            Path.GetFullPath(project, Root), (_, folder) => isOnVolume?.Invoke(folder) != false, belongsToUser ?? (_ => true)).ToArray());
    }

    private void Git(string arguments) => Command.OutputOf("git", ["-C", Root, .. arguments.Split(' ')]);

    private void Write(string relative) => TextFile.Write(_folder.PathOf(relative));
}
