namespace CopyOnWrite.Sdk.Tests;

/// <summary>Values of properties that are not understood: one error that says what is. All of them: SettingTableTests.</summary>
[TestClass]
public sealed class PropertyValueTests : OnBtrfs
{
    private const string WrongSize = "<PropertyGroup><CopyOnWriteCacheMaxSize>-1</CopyOnWriteCacheMaxSize></PropertyGroup>";

    [TestMethod]
    [DataRow("CopyOnWriteCacheMaxSize", "much; 5%", false, "COW1004", "10GB")]
    [DataRow("CopyOnWriteFlushSources", "64KiB", true, "COW1008", "true or 1")]
    [DataRow("CopyOnWriteReplaceFilesInUse", "maybe", true, "COW1014", "true or 1")]
    public void AWrongValueIsOneErrorThatNamesThePropertyTheValuesAndAPage(
        string property, string value, bool asVariable, string code, string expected)
    {
        CacheRepo repo = CacheRepo.New(_volume);
        repo.Set(asVariable, property, value);

        string text = repo.Build("one").Failed(code).Log.Errors[0].Text;

        Assert.Contains($"{property} is '{value}'", text);
        Assert.Contains(expected, text);
        Assert.IsFalse(Directory.Exists(repo.Repo.PathOf("out")), "Something was copied all the same.");
    }

    /// <summary>Where a repository packs or publishes, that build copies as well. It imports one file, which may be the user's.</summary>
    [TestMethod]
    [DataRow("")]
    [DataRow("package")]
    [DataRow("both")]
    [DataRow("", "<CustomAfterMicrosoftCommonCrossTargetingTargets>$(MSBuildProjectDirectory)/mine.targets"
        + "</CustomAfterMicrosoftCommonCrossTargetingTargets>")]
    public void TheOuterBuildOfTwoFrameworksReadsAValueAndTheErrorComesOnce(string reference, string before = "")
    {
        Repo repo = CopyOnlyRepo.New(
            _volume, withSdk: false, body: WrongSize, targetFrameworks: "<TargetFrameworks>net10.0;net9.0</TargetFrameworks>");
        repo.Write("mine.targets", "<Project><Target Name=\"Mine\" BeforeTargets=\"DispatchToInnerBuilds\">"
            + "<Error Code=\"MINE\" /></Target></Project>");
        repo.Write(
            "Directory.Build.props",
            $"<Project><PropertyGroup>{before}</PropertyGroup>{(reference != "package" ? SdkPackage.SdkElement : string.Empty)}</Project>");
        if (reference.Length > 0)
        {
            repo.WriteCentralPackages($"<GlobalPackageReference Include=\"{SdkPackage.Id}\" Version=\"{SdkPackage.Version}\" />");
        }

        repo.Build("build").Failed("COW1004").WithoutWarnings();

        if (before.Length > 0)
        {
            repo.Build("build", "-p:CopyOnWriteCacheMaxSize=1GB").Failed("MINE");
        }
    }

    /// <summary>MSBuild before 17.8 has no such hook. Here this SDK's MSBuild goes without, and is taken for one of those.</summary>
    [TestMethod]
    public void InAProjectOfTheSdkAValueIsReadWithoutTheHookBehindDirectoryBuildTargetsToo()
    {
        Repo repo = CopyOnlyRepo.New(_volume, withSdk: true, body: WrongSize);

        repo.BuildOnlyCopy("-p:CustomAfterDirectoryBuildTargets=", "-p:AfterMicrosoftNETSdkTargets=",
            "-p:_CopyOnWriteMSBuildVersion=17.7.2").Failed("COW1004");
    }

    /// <summary>A global property cannot be appended to, so a hook that a team uses does not import our file.</summary>
    [TestMethod]
    [DataRow("CustomAfterDirectoryBuildTargets")]
    [DataRow("CustomAfterDirectoryBuildTargets", "AfterMicrosoftNETSdkTargets")]
    public void AValueIsReadWhereAHookIsAGlobalPropertyOfTheUsers(params string[] hooks)
    {
        Repo repo = CopyOnlyRepo.New(_volume, withSdk: true, body: WrongSize);
        repo.Write("mine.targets", "<Project />");

        repo.BuildOnlyCopy([.. hooks.Select(hook => $"-p:{hook}={repo.PathOf("mine.targets")}")]).Failed("COW1004");
    }

    /// <summary>A published package does (ElectronNET.Core.props), and so do repositories.</summary>
    [TestMethod]
    [DataRow("obj/project.csproj.company.props", "", DisplayName = "the props of a package")]
    [DataRow("project.csproj", "", DisplayName = "the project")]
    [DataRow("Directory.Build.targets", "", DisplayName = "Directory.Build.targets")]
    [DataRow("Directory.Build.targets", "package", DisplayName = "Directory.Build.targets, and ours is a package reference")]
    public void AValueIsReadWhereTheHookIsSetAndNotAppendedTo(string file, string reference)
    {
        const string Hook = "<CustomAfterDirectoryBuildTargets>$(MSBuildProjectDirectory)/mine.targets</CustomAfterDirectoryBuildTargets>";
        string setsHook = $"<PropertyGroup>{Hook}</PropertyGroup>";
        Repo repo = CopyOnlyRepo.New(
            _volume, withSdk: reference.Length == 0, body: WrongSize + (file == "project.csproj" ? setsHook : string.Empty));
        repo.Write("mine.targets", "<Project />");
        _ = file == "project.csproj" ? file : repo.Write(file, $"<Project>{setsHook}</Project>");
        if (reference.Length > 0)
        {
            repo.WriteCentralPackages($"<GlobalPackageReference Include=\"{SdkPackage.Id}\" Version=\"{SdkPackage.Version}\" />");
        }

        repo.Build("build").Failed("COW1004");
    }

    /// <summary>Its evaluation lacks what packages set; a build that follows in the process would keep the values.</summary>
    [TestMethod]
    public void ARestoreReadsNoValue()
    {
        Repo repo = CopyOnlyRepo.New(_volume, withSdk: true, body: WrongSize);

        repo.Build("restore").Succeeded().WithoutWarnings();
        repo.Build("build").Failed("COW1004");
    }

    [TestMethod]
    public void WithTheMasterSwitchNoValueIsLookedAtAndTheBuiltInCopies()
    {
        CacheRepo repo = CacheRepo.New(_volume);
        foreach (string property in new[]
        {
            "CopyOnWriteCache", "CopyOnWriteCachePath", "CopyOnWriteCacheMaxSize", "CopyOnWriteCacheMaxAge", "CopyOnWriteCacheWait",
            "CopyOnWriteFlushSources", "CopyOnWriteReplaceFilesInUse",
        })
        {
            repo.Repo.Variables[property] = "nonsense";
        }

        repo.Build("one", "-p:DisableCopyOnWrite=true").Succeeded().WithoutWarnings().WithBuiltInCopy();

        repo.AssertRight("one");
        Assert.IsFalse(Directory.Exists(repo.DefaultCache));
    }

    [TestMethod]
    [DataRow("a link", "COW1006", "symbolic link")]
    [DataRow("not to be written", "COW1006", "cannot be written to")]
    [DataRow("a folder of one's own", "COW1010", "no CACHEDIR.TAG")]
    [DataRow("on another volume", "COW1007", "is not on the volume of the outputs")]
    public void AFolderThatCannotBeUsedIsSaidInAMessageAndTheBuildIsRight(string what, string code, string expected)
    {
        using VolumeUnderTest other = VolumeUnderTest.Require("xfs");
        CacheRepo repo = CacheRepo.New(_volume);
        string path = what == "on another volume" ? other.PathOf("cache") : _volume.PathOf("cache");
        repo.SetProperty("CopyOnWriteCachePath", path);
        using Immutable? immutable = Prepare(what, path);

        // Two calls in one process: the second is quieter.
        repo.Write("one", """
            <Copy SourceFiles="@(Source)" DestinationFolder="out/one" />
            <Copy SourceFiles="@(Source)" DestinationFolder="out/two" />
            """);
        RepoBuild build = repo.BuildRight("one", "-v:normal");

        repo.AssertRight("two");
        Assert.AreEqual((0L, 6L), (build.Summary.FromCache, build.Summary.Copied), build.Summary.ToString());
        CollectionAssert.AreEqual(new[] { code, code }, build.Log.CodedMessages.Select(m => m.Code).ToArray(), build.Result.Output);
        string text = build.Log.CodedMessages[0].Text;
        Assert.Contains($"'{path}'", text);
        Assert.Contains(expected, text);
        NamedPage.AssertHas(text, code);
        int shown = build.Result.Output
            .Split('\n')
            .Count(l => l.Contains($"message {code}: CopyOnWrite: ", StringComparison.Ordinal));
        Assert.AreEqual(code == "COW1007" ? 0 : 1, shown, build.Result.Output);
        Assert.IsEmpty(Directory.Exists(path) ? CacheRepo.Entries(path) : []);
        if (what == "a folder of one's own")
        {
            CollectionAssert.AreEqual(new[] { Path.Combine(path, "settings.new") }, Directory.GetFileSystemEntries(path));
        }
    }

    /// <summary>What holds a folder immutable, if that is needed.</summary>
    private Immutable? Prepare(string what, string path)
    {
        switch (what)
        {
            case "a link":
                Directory.CreateSymbolicLink(path, Directory.CreateDirectory(_volume.PathOf("elsewhere")).FullName);
                return null;
            case "a folder of one's own":
                Directory.CreateDirectory(path);
                File.WriteAllText(Path.Combine(path, "settings.new"), what);
                return null;
            case "not to be written":
                Directory.CreateDirectory(path);
                File.SetUnixFileMode(path, (UnixFileMode)0x1C0); // 0700
                return new Immutable(path);
            default:
                return null;
        }
    }
}
