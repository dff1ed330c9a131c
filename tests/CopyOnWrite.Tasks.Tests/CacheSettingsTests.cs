using System;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tasks.Tests;

[TestClass]
public sealed class CacheSettingsTests
{
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
        Assert.IsTrue(CacheSettings.TryParseSize(text, out long bytes), text);
        Assert.AreEqual(expected, bytes);
    }

    [TestMethod]
    [DataRow("")]
    [DataRow("0")]
    [DataRow("0GB")]
    [DataRow("0.5")]
    [DataRow("-1GB")]
    [DataRow("+1GB")]
    [DataRow("GB")]
    [DataRow("B")]
    [DataRow("i")]
    [DataRow("10i")]
    [DataRow("10iB")]
    [DataRow("10XB")]
    [DataRow("ten GB")]
    [DataRow("1,5GB")]
    [DataRow("1,000")]
    [DataRow("1e3")]
    [DataRow("0x10")]
    [DataRow("10GB5")]
    [DataRow("10 20")]
    [DataRow("NaN")]
    [DataRow("Infinity")]
    [DataRow("1∞")]
    [DataRow("99999999999999TB")]
    [DataRow("10%")]
    public void AnythingElseIsNoSize(string text)
    {
        Assert.IsFalse(CacheSettings.TryParseSize(text, out long bytes), $"'{text}' was taken for {bytes} bytes.");
        Assert.AreEqual(0, bytes);
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
        Assert.IsTrue(CacheSettings.TryParseAge(text, out TimeSpan age), text);
        Assert.AreEqual(TimeSpan.FromHours(hours), age);
    }

    [TestMethod]
    [DataRow("")]
    [DataRow("0")]
    [DataRow("0h")]
    [DataRow("-1")]
    [DataRow("d")]
    [DataRow("h")]
    [DataRow("30m")]
    [DataRow("30dd")]
    [DataRow("30 days")]
    [DataRow("1,5")]
    [DataRow("1.00:00:00")]
    [DataRow("1e3")]
    [DataRow("NaN")]
    [DataRow("Infinity")]
    [DataRow("99999999")]
    public void AnythingElseIsNoAge(string text) =>
        Assert.IsFalse(CacheSettings.TryParseAge(text, out TimeSpan age), $"'{text}' was taken for {age}.");

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
        Assert.IsTrue(CacheSettings.TryParseSwitch(text, out bool value), text);
        Assert.AreEqual(expected, value);
    }

    [TestMethod]
    [DataRow("")]
    [DataRow("2")]
    [DataRow("maybe")]
    [DataRow("truefalse")]
    [DataRow("!true")]
    [DataRow("disabled")]
    public void AnythingElseIsNoSwitch(string text) => Assert.IsFalse(CacheSettings.TryParseSwitch(text, out _), text);

    [TestMethod]
    public void WithoutValuesTheDefaultsHold()
    {
        Assert.IsTrue(CacheSettings.TryParse("", "", "", "", out CacheSettings settings, out string? wrong), wrong);
        Assert.AreEqual((true, null, 10_000_000_000, TimeSpan.FromDays(30)), (settings.IsOn, settings.Path, settings.MaximumBytes, settings.MaximumAge));
        CacheSettings unset = CacheSettings.Default;
        Assert.AreEqual((unset.IsOn, unset.Path, unset.MaximumBytes, unset.MaximumAge), (settings.IsOn, settings.Path, settings.MaximumBytes, settings.MaximumAge));
    }

    [TestMethod]
    public void EachValueIsTaken()
    {
        Assert.IsTrue(CacheSettings.TryParse("false", "/some/where", "1MB", "2h", out CacheSettings settings, out string? wrong), wrong);
        Assert.AreEqual((false, "/some/where", 1_000_000, TimeSpan.FromHours(2)), (settings.IsOn, settings.Path, settings.MaximumBytes, settings.MaximumAge));
    }

    [TestMethod]
    [DataRow("maybe", "", "", "", "CopyOnWriteCache")]
    [DataRow("", "relative/path", "", "", "CopyOnWriteCachePath")]
    [DataRow("", "~/cache", "", "", "CopyOnWriteCachePath")]
    [DataRow("", " /cache", "", "", "CopyOnWriteCachePath")]
    [DataRow("", "/", "", "", "CopyOnWriteCachePath")]
    [DataRow("", "//", "", "", "CopyOnWriteCachePath")]
    [DataRow("", "/..", "", "", "CopyOnWriteCachePath")]
    [DataRow("", "/a\0b", "", "", "CopyOnWriteCachePath")]
    [DataRow("", "", "much", "", "CopyOnWriteCacheMaxSize")]
    [DataRow("", "", "", "old", "CopyOnWriteCacheMaxAge")]
    public void TheFirstValueThatIsNotUnderstoodIsNamed(string on, string path, string size, string age, string expected)
    {
        Assert.IsFalse(CacheSettings.TryParse(on, path, size, age, out _, out string? wrong));
        Assert.AreEqual(expected, wrong);
    }
}
