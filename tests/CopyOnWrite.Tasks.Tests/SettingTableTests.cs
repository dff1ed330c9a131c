namespace CopyOnWrite.Tasks.Tests;

/// <summary>What lists the properties lists those of <see cref="Settings.Table"/>.</summary>
[TestClass]
public sealed class SettingTableTests
{
    private const string Switch = "DisableCopyOnWrite";
    private const string Check = "src/CopyOnWrite.Sdk/build/CopyOnWrite.Check.targets";

    private static readonly string s_page = File.ReadAllText(Path.Combine(RepositoryRoot.Folder, "docs", "reference", "properties.md"));

    private static readonly string s_repository = Path.GetFullPath("/repo");
    private static readonly string[] s_names = [.. Settings.Table.Rows.Select(setting => setting.Name)];

    [TestMethod]
    public void TheConditionThatAsksWhetherAnyPropertyIsSetAsksForEachOfTheTable()
    {
        XDocument targets = Targets("src/CopyOnWrite.Sdk/build/CopyOnWrite.Settings.targets");
        string condition = (string)targets.Descendants("Import").Single().Attribute("Condition")!;

        string[] list = PropertiesIn(Regex.Match(condition, @"'(\$\(\w+\)){2,}' != ''").Value);

        CollectionAssert.AreEqual((string[])[Switch, .. s_names], list, condition);
    }

    [TestMethod]
    public void TheTargetPassesEachPropertyByTheParameterOfItsName()
    {
        XElement task = Targets(Check).Descendants("CopyOnWrite.Tasks.CopyOnWriteSettings").Single();
        string[] passed = [.. task.Attributes()
            .Where(attribute => attribute.Name != "ProjectFile" && attribute.Name != "Condition")
            .Select(attribute => $"{attribute.Name}={attribute.Value}")];

        string[] expected = [.. Settings.Table.Rows.Select(setting => $"{ParameterOf(setting.Name)}=$({setting.Name})")];
        CollectionAssert.AreEqual(expected, passed, string.Join(' ', passed));
    }

    [TestMethod]
    public void ThePageHasEachPropertyWithItsDefault()
    {
        List<(string Name, string Default)> rows = [.. Regex
            .Matches(s_page, @"^\| `(\w+)` \| (.*?) \|", RegexOptions.Multiline)
            .Select(row => (row.Groups[1].Value, row.Groups[2].Value.Trim('`')))];

        CollectionAssert.AreEqual((string[])[Switch, .. s_names], rows.Select(row => row.Name).ToArray());

        // The others are sentences.
        foreach ((string name, string text) in rows.Where(row =>
            row.Name != Switch && Regex.IsMatch(row.Default, @"^(true|false|\d+\w*)$")))
        {
            string[] texts = [.. s_names.Select(other => other == name ? text : string.Empty)];
            Assert.IsTrue(Settings.TryParse(texts, out Settings stated, out _), $"{name}={text}");
            Assert.AreEqual(ValuesOf(Settings.Default), ValuesOf(stated), name);
        }
    }

    [TestMethod]
    public void EachErrorHasAPageWithItsText()
    {
        foreach (Setting setting in Settings.Table.Rows)
        {
            string page = Documentation.PageOf(setting.Code);
            NamedPage.AssertHas(page, setting.Code);
            Assert.Contains($"`{setting.Name} is '...'{setting.Rule}`", File.ReadAllText(page.Split('#')[0]));
        }
    }

    [TestMethod]
    [DataRow("CopyOnWriteCache", "maybe", "COW1002", "CopyOnWriteCache is 'maybe'. Accepted ")]
    [DataRow("CopyOnWriteCachePath", "a/{0}", "COW1003", "CopyOnWriteCachePath is 'a/{0}', which is not an absolute path. ")]
    [DataRow("CopyOnWriteCachePath", "/a/b\n", "COW1003", "CopyOnWriteCachePath is '/a/b\n', which is not an absolute path. ")]
    [DataRow(
        "CopyOnWriteCacheMaxSize", "much; 5%", "COW1004", "CopyOnWriteCacheMaxSize is 'much; 5%', which is not a valid size. Accepted ")]
    [DataRow("CopyOnWriteCacheMaxAge", "0d", "COW1005", "CopyOnWriteCacheMaxAge is '0d', which is not a valid age. Accepted ")]
    [DataRow("CopyOnWriteCacheWait", "maybe", "COW1002", "CopyOnWriteCacheWait is 'maybe'. Accepted ")]
    [DataRow("CopyOnWriteFlushSources", "64KiB", "COW1008", "CopyOnWriteFlushSources is '64KiB'. Accepted ")]
    [DataRow("CopyOnWriteReplaceFilesInUse", "maybe", "COW1014", "CopyOnWriteReplaceFilesInUse is 'maybe'. Accepted ")]
    public void AValueThatIsNotUnderstoodIsOneErrorThatNamesThePropertyAndAPage(string property, string value, string code, string expected)
    {
        var engine = new RecordingEngine();
        CopyOnWriteSettings task = TaskWith(engine, property, value);

        Assert.IsFalse(task.Execute());

        var error = (BuildErrorEventArgs)engine.Events.Single();
        Assert.AreEqual((code, task.ProjectFile), (error.Code, error.File));
        Assert.StartsWith(expected, error.Message!);
        NamedPage.AssertHas(error.Message!, code);
        Assert.AreSame(Settings.Default, Settings.Of(engine, s_repository));
    }

    [TestMethod]
    public void AnyOtherTaskOfTheProjectGetsWhatWasSet()
    {
        var engine = new RecordingEngine();

        Assert.IsTrue(TaskWith(engine, "CopyOnWriteCacheMaxSize", "1MB").Execute(), engine.ToString());

        Assert.AreEqual(1_000_000, Settings.Of(engine, s_repository + "/").CacheMaximumBytes);
        Assert.AreSame(Settings.Default, Settings.Of(engine, "/other"));
    }

    [TestMethod]
    public void TextsOfAnotherVersionAreNotRead()
    {
        var engine = new RecordingEngine();
        Settings.Register(engine, s_repository, [.. s_names.Append("one more").Select(_ => string.Empty)]);

        Assert.AreSame(Settings.Default, Settings.Of(engine, s_repository));
    }

    /// <summary>A Copy task finds its project's folder with links resolved, or, in a multithreaded build, as it is named.</summary>
    [TestMethod]
    public void TheWorkingDirectoryGetsTheSettingsOnlyIfItIsTheProjectsFolder()
    {
        using VolumeUnderTest volume = VolumeUnderTest.InTemporaryFolder();
        string here = Directory.GetCurrentDirectory();
        string name = $"{Guid.NewGuid():N}.proj";
        string linked = volume.PathOf("linked");
        Links.MakeSymbolicLink(linked, here);
        File.WriteAllText(Path.Combine(here, name), string.Empty);
        File.WriteAllText(volume.PathOf(name), string.Empty);
        try
        {
            Assert.AreEqual((false, true), Switched(volume.Folder), "another project of this name");
            Assert.AreEqual((true, true), Switched(linked), "this one, by a link");
        }
        finally
        {
            File.Delete(Path.Combine(here, name));
        }

        (bool Here, bool There) Switched(string folder)
        {
            var engine = new RecordingEngine();
            CopyOnWriteSettings task = TaskWith(engine, "CopyOnWriteCache", "false");
            task.ProjectFile = Path.Combine(folder, name);
            Assert.IsTrue(task.Execute(), engine.ToString());
            return (!Settings.Of(engine, here).HasCache, !Settings.Of(engine, folder).HasCache);
        }
    }

    private static CopyOnWriteSettings TaskWith(RecordingEngine engine, string property, string value)
    {
        var task = new CopyOnWriteSettings { BuildEngine = engine, ProjectFile = Path.Combine(s_repository, "app.csproj") };
        typeof(CopyOnWriteSettings).GetProperty(ParameterOf(property))!.SetValue(task, value);
        return task;
    }

    private static string ParameterOf(string property) => property["CopyOnWrite".Length..];

    internal static (bool, string?, long, TimeSpan, bool, bool, bool) ValuesOf(Settings settings) => (
        settings.HasCache, settings.CachePath, settings.CacheMaximumBytes, settings.CacheMaximumAge, settings.WaitsForCache,
        settings.FlushesSources, settings.ReplacesFilesInUse);

    private static XDocument Targets(string file) => XDocument.Load(Path.Combine(RepositoryRoot.Folder, file));

    private static string[] PropertiesIn(string condition) =>
        [.. Regex.Matches(condition, @"\$\((\w+)\)").Select(property => property.Groups[1].Value)];
}
