namespace CopyOnWrite.Tasks.Tests;

[TestClass]
public sealed class DefaultCacheFolderTests : InATemporaryFolder
{
    private string Root => _folder.Folder;

    [TestMethod]
    [DataRow("repo", "repo/.git/HEAD")]
    [DataRow("repo", "repo/.git")]
    [DataRow("repo", "repo/.git/HEAD", "repo/Directory.Build.props")]
    [DataRow(
        "repo", "repo/.git/HEAD", "repo/Directory.Build.props", "repo/src/Directory.Build.props", "repo/src/app/Directory.Build.targets")]
    [DataRow("repo/src", "repo/.git/HEAD", "repo/src/Directory.Build.props")]
    [DataRow("repo/src", "repo/.git/HEAD", "repo/src/Directory.Packages.props", "repo/src/app/Directory.Build.props")]
    [DataRow("repo/src", "repo/.git/HEAD", "repo/src/Directory.Build.targets")]
    [DataRow("repo", "repo/.git/HEAD", "Directory.Build.props")]
    [DataRow("repo/src", "repo/.git/HEAD", "repo/src/.git", "repo/Directory.Build.props")]
    [DataRow("repo/src", "repo/src/Directory.Build.props", "repo/Directory.Build.props")]
    [DataRow("repo", "repo/Directory.Packages.props")]
    [DataRow("repo/src/app", "repo/src/app/Directory.Build.targets", "repo/Directory.Build.props")]
    public void ItIsInTheRepository(string expected, params string[] files)
    {
        Array.ForEach(files, Write);
        string project = Directory.CreateDirectory(Path.Combine(Root, "repo/src/app")).FullName;

        Assert.AreEqual(Cache(expected), DefaultCacheFolder.Of(project, OneVolume, Own));
        Assert.AreEqual(Cache(expected), DefaultCacheFolder.Of(project + "/", OneVolume, Own), "With a slash at its end.");
    }

    [TestMethod]
    public void WithoutARepositoryThereIsNone()
    {
        string project = Directory.CreateDirectory(Path.Combine(Root, "no/repository")).FullName;
        Assert.IsNull(DefaultCacheFolder.Of(project, OneVolume, Own));
    }

    [TestMethod]
    [DataRow("repo/src/app/Directory.Build.targets", "repo/src/app")]
    [DataRow("repo/src/app/project.csproj", null)]
    public void OnAnotherVolumeThanTheProjectsItIsNotLookedFor(string file, string? expected)
    {
        Write("repo/.git/HEAD");
        Write("repo/Directory.Build.props");
        Write(file);
        string mount = Path.Combine(Root, "repo/src");

        string? found = DefaultCacheFolder.Of(
            Path.Combine(mount, "app"), (_, folder) => folder.StartsWith(mount, System.StringComparison.Ordinal), Own);

        Assert.AreEqual(expected is null ? null : Path.Combine(Root, expected, ".copyonwrite-cache"), found);
    }

    [TestMethod]
    [DataRow("main", "wt/src/app", "", DisplayName = "The root.")]
    [DataRow("main/src", "wt/src/app", "wt/src/Directory.Build.props", DisplayName = "The same folder.")]
    [DataRow("wt/app", "wt/app", "wt/app/Directory.Build.props", DisplayName = "A folder that the main worktree lacks.")]
    public void AWorktreeUsesItsMainWorktreesCache(string expected, string project, string file)
    {
        MakeWorktree();
        Directory.CreateDirectory(Path.Combine(Root, "main", "src"));
        Directory.CreateDirectory(Path.Combine(Root, project));
        Array.ForEach(file.Split(' ', StringSplitOptions.RemoveEmptyEntries), Write);

        Assert.AreEqual(Cache(expected), DefaultCacheFolder.Of(Path.Combine(Root, project), OneVolume, Own));
    }

    [TestMethod]
    public void AWorktreeHasItsOwnCacheWhereTheMainWorktreeIsNotUsable()
    {
        MakeWorktree();
        Git("clone -q --bare main bare.git");
        Git("-C bare.git worktree add -q ../of-bare -b other");
        string worktree = Path.Combine(Root, "wt");
        string main = Path.Combine(Root, "main");

        Assert.AreEqual(Cache("wt"), DefaultCacheFolder.Of(worktree, OneVolume, folder => folder != main), "Another user's.");
        Assert.AreEqual(Cache("wt"), DefaultCacheFolder.Of(worktree, (_, folder) => folder != main, Own), "On another volume.");
        Assert.AreEqual(Cache("of-bare"), DefaultCacheFolder.Of(Path.Combine(Root, "of-bare"), OneVolume, Own), "A bare repository.");
        Directory.Delete(main, recursive: true);
        Assert.AreEqual(Cache("wt"), DefaultCacheFolder.Of(worktree, OneVolume, Own), "Removed.");
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
        string main = Path.Combine(Root, "main");

        Assert.AreEqual(Cache("main"), DefaultCacheFolder.Of(Path.Combine(main, "sub"), OneVolume, Own));
        Assert.AreEqual(Cache("main"), DefaultCacheFolder.Of(Path.Combine(Root, "wt", "sub"), OneVolume, Own), "In a worktree.");
        Assert.AreEqual(Cache("main/sub"), DefaultCacheFolder.Of(Path.Combine(main, "sub"), OneVolume, _ => false), "Another user's.");
        Assert.AreEqual(Cache("main/nested"), DefaultCacheFolder.Of(Path.Combine(main, "nested"), OneVolume, Own), "Not a submodule.");
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

        Assert.AreEqual(Cache("main/repo"), DefaultCacheFolder.Of(Path.Combine(Root, "main/repo/src"), OneVolume, Own));
    }

    /// <summary>Anyone may create them in a folder above, such as /tmp. Opening a pipe would wait for a writer.</summary>
    [TestMethod]
    [OSCondition(OperatingSystems.Linux | OperatingSystems.OSX)]
    [Timeout(60_000)]
    [DataRow(".git", "pipe")]
    [DataRow(".git", "link to a pipe")]
    [DataRow(".git", "3 GiB")]
    [DataRow("folder/commondir", "pipe")]
    public void WhatIsNoShortRegularFileIsNotRead(string place, string what)
    {
        Write("repo/.git/HEAD");
        Write("folder/HEAD");
        File.WriteAllText(Path.Combine(Root, ".git"), "gitdir: folder");
        string path = Path.Combine(Root, place);
        File.Delete(path);
        switch (what)
        {
            case "3 GiB":
                using (FileStream file = File.Create(path))
                {
                    file.SetLength(3L << 30);
                }

                break;
            case "pipe":
                Command.OutputOf("mkfifo", path);
                break;
            default:
                Command.OutputOf("mkfifo", path + "-target");
                File.CreateSymbolicLink(path, path + "-target");
                break;
        }

        Assert.AreEqual(Cache("repo"), DefaultCacheFolder.Of(Path.Combine(Root, "repo"), OneVolume, Own));
        Assert.AreEqual(Root, GitRepository.At(Root)!.Value.MainWorktree);
    }

    private static bool OneVolume(string project, string folder) => true;

    private static bool Own(string folder) => true;

    private string Cache(string folder) => Path.Combine(Root, folder, ".copyonwrite-cache");

    private void MakeWorktree()
    {
        Git("init -q main");
        Git("-C main -c user.name=u -c user.email=u@example.com commit -q --allow-empty -m m");
        Git("-C main worktree add -q ../wt");
    }

    private void Git(string arguments) => Command.OutputOf("git", ["-C", Root, .. arguments.Split(' ')]);

    private void Write(string relative)
    {
        string path = Path.Combine(Root, relative);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, string.Empty);
    }
}
