namespace CopyOnWrite.Tasks.Tests.Fuzz;

/// <summary>Properties of any text: understood or refused, and within their bounds. And what is written of any text can be read.</summary>
[TestClass]
[TestCategory(Fuzzer.Category)]
public sealed class PropertyFuzzTests
{
    private const char Between = '|';

    [TestMethod]
    public void ASize() => Fuzzer.Text(
        ["1", "10GB", " 1.5 KiB ", "500MB", "9007199254740993", "0.5TiB"],
        text => Taken(SettingValues.TryParseSize(text, out long bytes), bytes > 0),
        few: 10_000);

    [TestMethod]
    public void AnAge() => Fuzzer.Text(
        ["30", "30d", "12h", " 1.5 d ", "0.5"],
        text => Taken(SettingValues.TryParseAge(text, out TimeSpan age), age > TimeSpan.Zero),
        few: 10_000);

    [TestMethod]
    public void ASwitch() =>
        Fuzzer.Text(["true", "FALSE", " on ", "1", "no"], text => SettingValues.TryParseSwitch(text, out _), few: 10_000);

    [TestMethod]
    public void AllSettings() => Fuzzer.Text(
        ["true|/some/cache|10GB|30d|true|1|0", "off||1.5TiB|12h|0|false|", "||||||"],
        text =>
        {
            string[] texts = [.. text.Split(Between)];
            Array.Resize(ref texts, Settings.Table.Rows.Length);
            texts = Array.ConvertAll(texts, one => one ?? string.Empty);
            bool taken = Taken(Settings.TryParse(texts, out Settings settings, out Setting? wrong), wrong is null);
            Assert.IsTrue(!taken || (settings.CacheMaximumBytes > 0 && settings.CacheMaximumAge > TimeSpan.Zero));
            Assert.IsTrue(!taken || settings.CachePath is null || Path.GetFullPath(settings.CachePath).Length > 1);
            return taken;
        },
        few: 10_000);

    /// <summary>The log's records are only written here. Other programs read them.</summary>
    [TestMethod]
    public void ATextInTheJsonThatIsWritten() => Fuzzer.Text(
        ["plain", "quote \" and \\", "Stra\u00dfe \u2028 \U0001F600", "\n\t\u007f"],
        text =>
        {
            var json = new StringBuilder("{\"format\":1");
            Json.Property(json, "file", text);
            json.Append('}');
            byte[] written = Encoding.UTF8.GetBytes(json.ToString());
            using var read = JsonDocument.Parse(written);
            bool whole = Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(text)) == text;
            Assert.IsFalse(written.AsSpan().Contains((byte)'\n'));
            Assert.IsTrue(!whole || read.RootElement.GetProperty("file").GetString() == text);
            return whole;
        },
        few: 10_000);

    private static bool Taken(bool taken, bool isValid)
    {
        Assert.AreEqual(taken, isValid);
        return taken;
    }
}
