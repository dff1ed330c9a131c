namespace CopyOnWrite.Parity.Scenarios;

/// <summary>The hand-written scenarios: a row for each known behaviour of the built-in.</summary>
public static class Written
{
    public static IReadOnlyList<Scenario> All { get; } =
    [
        .. Parameters.All, .. Paths.All, .. Unchanged.All, .. Overwriting.All, .. Linking.All, .. Failing.All, .. Duplicates.All,
        .. Surroundings.All,
    ];

    /// <param name="attributes">NAME=VALUE, beside those of <see cref="Attributes"/>.</param>
    internal static Scenario IntoFolder(string name, Node[] before, string[] sources, params string[] attributes) =>
        new(name) { Before = before, SourceFiles = Items(sources), DestinationFolder = "o", Attributes = Attributes(attributes) };

    /// <inheritdoc cref="IntoFolder"/>
    internal static Scenario ToFiles(string name, Node[] before, string[] sources, string[] destinations, params string[] attributes) =>
        new(name)
        {
            Before = before,
            SourceFiles = Items(sources),
            DestinationFiles = Items(destinations),
            Attributes = Attributes(attributes),
        };

    internal static Node File(string path, int length = 5000, int mode = 644, int age = 1) => new(path, NodeKind.File, length, mode, age);

    internal static Node Folder(string path, int mode = 755) => new(path, NodeKind.Folder, Mode: mode);

    internal static Node Link(string path, string target) => new(path, NodeKind.SymbolicLink, Target: target);

    internal static Node HardLink(string path, string target) => new(path, NodeKind.HardLink, Target: target);

    internal static IReadOnlyList<Item> Items(params string[] includes) => [.. includes.Select(i => new Item(i))];

    /// <summary>No waiting: the number of retries is compared, not their duration.</summary>
    internal static Dictionary<string, string> Attributes(params string[] pairs)
    {
        Dictionary<string, string> attributes = pairs.Select(p => p.Split('=', 2)).ToDictionary(p => p[0], p => p[1]);
        attributes.TryAdd("Retries", "2");
        attributes.TryAdd("RetryDelayMilliseconds", "0");
        return attributes;
    }
}
