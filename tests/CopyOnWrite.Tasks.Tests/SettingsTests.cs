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
    [DataRow("1", 1)]
    [DataRow("10GB", 10_000_000_000)]
    [DataRow("10gb", 10_000_000_000)]
    [DataRow(" 10 GB ", 10_000_000_000)]
    [DataRow("10G", 10_000_000_000)]
    [DataRow("1.5KB", 1_500)]
    [DataRow("0.5KiB", 512)]
    [DataRow("2KiB", 2_048)]
    [DataRow("3MB", 3_000_000)]
    [DataRow("3MiB", 3_145_728)]
    [DataRow("1GiB", 1_073_741_824)]
    [DataRow("2TB", 2_000_000_000_000)]
    [DataRow("2TiB", 2_199_023_255_552)]
    [DataRow("500B", 500)]
    [DataRow("007", 7)]
    public void ASizeIsANumberWithAUnit(string text, long expected)
    {
        Assert.IsTrue(SettingValues.TryParseSize(text, out long bytes), text);
        Assert.AreEqual(expected, bytes);
    }

    [TestMethod]
    [DataRow("30", 720)]
    [DataRow("30d", 720)]
    [DataRow("30D", 720)]
    [DataRow(" 30 d ", 720)]
    [DataRow("12h", 12)]
    [DataRow("12H", 12)]
    [DataRow("1.5d", 36)]
    [DataRow("0.5", 12)]
    public void AnAgeIsANumberOfDaysOrHours(string text, int hours)
    {
        Assert.IsTrue(SettingValues.TryParseAge(text, out TimeSpan age), text);
        Assert.AreEqual(TimeSpan.FromHours(hours), age);
    }

    [TestMethod]
    [DataRow("true", true)]
    [DataRow("True", true)]
    [DataRow("1", true)]
    [DataRow("on", true)]
    [DataRow("YES", true)]
    [DataRow(" true ", true)]
    [DataRow("false", false)]
    [DataRow("FALSE", false)]
    [DataRow("0", false)]
    [DataRow("off", false)]
    [DataRow("no", false)]
    public void ASwitchIsAWordThatMSBuildTakes(string text, bool expected)
    {
        Assert.IsTrue(SettingValues.TryParseSwitch(text, out bool value), text);
        Assert.AreEqual(expected, value);
    }

    [TestMethod]
    [DataRow("true", true)]
    [DataRow("Off", false)]
    [DataRow("!off", true)]
    [DataRow("!TRUE", false)]
    [DataRow("0", false)]
    public void AConditionTakesMSBuildsWords(string text, bool expected)
    {
        Assert.IsTrue(SettingValues.TryParseCondition(text, out bool value), text);
        Assert.AreEqual(expected, value, text);
    }

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
        Assert.IsTrue(Settings.TryParse(["", "", "", "", "", "", ""], out Settings settings, out Setting? wrong), wrong?.Name);
        foreach (Settings defaults in new[] { settings, Settings.Default })
        {
            Assert.AreEqual(
                (true, null, 10_000_000_000, TimeSpan.FromDays(30), false, null, false, true), SettingTableTests.ValuesOf(defaults));
        }
    }

    [TestMethod]
    public void EachValueIsTaken()
    {
        string[] texts = ["false", "/some/where", "1MB", "2h", "true", "true", "/tmp/copies.jsonl", "0"];
        Assert.IsTrue(Settings.TryParse(texts, out Settings settings, out Setting? wrong), wrong?.Name);
        Assert.AreEqual(
            (false, "/some/where", 1_000_000, TimeSpan.FromHours(2), true, "/tmp/copies.jsonl", true, false),
            SettingTableTests.ValuesOf(settings));
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
}
