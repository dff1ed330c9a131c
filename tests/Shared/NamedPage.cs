namespace CopyOnWrite.Testing;

/// <summary>The page that an error or a message with a code names at its end, such as ".../docs/diagnostics/sdk.md#cow1003".</summary>
internal static class NamedPage
{
    /// <summary>Asserts that the page exists and has the code's heading.</summary>
    internal static void AssertHas(string message, string code)
    {
        string end = message.TrimEnd();
        string[] named = end[(end.LastIndexOf(' ') + 1)..].Split('#');
        Assert.HasCount(2, named, message);
        Assert.AreEqual(code.ToLowerInvariant(), named[1], message);
        Assert.IsTrue(File.Exists(named[0]), message);
        Assert.IsTrue(File.ReadLines(named[0]).Contains($"## {code}"), $"No heading {code}: {message}");
    }
}
