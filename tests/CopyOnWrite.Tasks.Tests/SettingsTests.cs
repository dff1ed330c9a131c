namespace CopyOnWrite.Tasks.Tests;

[TestClass]
public sealed class SettingsTests
{
    private static readonly string[] s_noSizes =
    [
        "", "0", "0GB", "0.5", "-1GB", "+1GB", "GB", "B", "i", "10i", "10iB", "10XB", "ten GB", "1,5GB",
        "10bb", "10GiBB", "1,000", "1e3", "0x10", "10GB5", "10 20", "NaN", "Infinity", "1∞", "99999999999999TB", "10%",
    ];

    private static readonly string[] s_noAges =
    [
        "", "0", "0h", "-1", "d", "h", "30m", "30dd", "30 days", "1,5", "1.00:00:00", "1e3", "NaN",
        "Infinity", "99999999", "0.0000000000000000000001",
    ];

    private static readonly string[] s_noSwitches = ["", "2", "maybe", "truefalse", "!true", "disabled"];

    private static readonly string[] s_noConditions = ["", "!", " true", "true\n", "! true", "maybe"];

    [TestMethod]
    [DataRow(1, "1")]
    [DataRow(10_000_000_000, "10GB", "10gb", " 10 GB ", "10G")]
    [DataRow(1_500, "1.5KB")]
    [DataRow(512, "0.5KiB")]
    [DataRow(2_048, "2KiB")]
    [DataRow(3_000_000, "3MB")]
    [DataRow(3_145_728, "3MiB")]
    [DataRow(1_073_741_824, "1GiB")]
    [DataRow(2_000_000_000_000, "2TB")]
    [DataRow(2_199_023_255_552, "2TiB")]
    [DataRow(500, "500B")]
    [DataRow(7, "007")]
    public void ASizeIsANumberWithAUnit(long expected, params string[] texts) =>
        AssertAre(expected, texts, text => SettingValues.TryParseSize(text, out long bytes) ? bytes : null);

    [TestMethod]
    [DataRow(720, "30", "30d", "30D", " 30 d ")]
    [DataRow(12, "12h", "12H", "0.5")]
    [DataRow(36, "1.5d")]
    public void AnAgeIsANumberOfDaysOrHours(int hours, params string[] texts) =>
        AssertAre(TimeSpan.FromHours(hours), texts, text => SettingValues.TryParseAge(text, out TimeSpan age) ? age : null);

    [TestMethod]
    [DataRow(true, "true", "True", "1", "on", "YES", " true ")]
    [DataRow(false, "false", "FALSE", "0", "off", "no")]
    public void ASwitchIsAWordThatMSBuildTakes(bool expected, params string[] texts) =>
        AssertAre(expected, texts, text => SettingValues.TryParseSwitch(text, out bool value) ? value : null);

    [TestMethod]
    [DataRow(true, "true", "!off")]
    [DataRow(false, "Off", "!TRUE", "0")]
    public void AConditionTakesMSBuildsWords(bool expected, params string[] texts) =>
        AssertAre(expected, texts, text => SettingValues.TryParseCondition(text, out bool value) ? value : null);

    [TestMethod]
    public void AnythingElseIsRefused()
    {
        string[] taken =
        [
            .. s_noSizes.Where(text => SettingValues.TryParseSize(text, out long bytes) || bytes != 0),
            .. s_noAges.Where(text => SettingValues.TryParseAge(text, out _)),
            .. s_noSwitches.Where(text => SettingValues.TryParseSwitch(text, out _)),
            .. s_noConditions.Where(text => SettingValues.TryParseCondition(text, out _)),
        ];
        Assert.IsEmpty(taken, string.Join(" | ", taken));
    }

    [TestMethod]
    public void WithoutValuesTheDefaultsHold()
    {
        Assert.IsTrue(Settings.TryParse(["", "", "", "", "", ""], out Settings settings, out Setting? wrong), wrong?.Name);
        foreach (Settings defaults in new[] { settings, Settings.Default })
        {
            Assert.AreEqual((true, null, 10_000_000_000, TimeSpan.FromDays(30), false, false, true), SettingTableTests.ValuesOf(defaults));
        }
    }

    [TestMethod]
    public void EachValueIsTaken()
    {
        string[] texts = ["false", "/some/where", "1MB", "2h", "true", "true", "0"];
        Assert.IsTrue(Settings.TryParse(texts, out Settings settings, out Setting? wrong), wrong?.Name);
        Assert.AreEqual((false, "/some/where", 1_000_000, TimeSpan.FromHours(2), true, true, false), SettingTableTests.ValuesOf(settings));
    }

    [TestMethod]
    [DataRow("relative/path")]
    [DataRow("~/cache")]
    [DataRow(" /cache")]
    [DataRow("/")]
    [DataRow("//")]
    [DataRow("/..")]
    [DataRow("/a\0b")]
    public void APathForTheCacheIsAbsoluteAndNoRoot(string path)
    {
        Assert.IsFalse(Settings.TryParse(["", path, "much", "", "", "", ""], out _, out Setting? wrong));
        Assert.AreEqual("CopyOnWriteCachePath", wrong?.Name, "The first that is invalid is named.");
    }

    private static void AssertAre<T>(T expected, string[] texts, Func<string, T?> parse)
        where T : struct => Array.ForEach(texts, text => Assert.AreEqual(expected, parse(text), text));
}
