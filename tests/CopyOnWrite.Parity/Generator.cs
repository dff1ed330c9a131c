namespace CopyOnWrite.Parity;

/// <summary>Random scenarios over the space that the written ones mark out. A seed and a number give the same scenario, always.</summary>
internal static class Generator
{
    // Names as they are on disk, and as a project writes them.
    private static readonly (string Disk, string Project)[] s_names =
    [
        ("a", "a"), ("b", "b"), ("c", "c"), ("d", "d"), ("A", "A"), ("sub/a", "sub/a"), ("sub/b", "sub/b"), ("with space", "with space"),
        ("per%25cent", "per%2525cent"), ("semi;colon", "semi%3bcolon"), ("größe", "größe"), ("p(1)@$'", "p%281%29%40%24'"),
        (".hidden", ".hidden"),
    ];

    // On Windows another spelling is the same file, which the built-in's threads would write together.
    private static readonly (string Disk, string Project)[] s_namesHere = [.. s_names.Where(name =>
        !OperatingSystem.IsWindows() || name.Disk != "A")];

    private static readonly int[] s_lengths = [0, 1, 100, 2047, 4096, 5000, 65_537, 400_936];

    private static readonly int[] s_modes = [644, 644, 644, 644, 755, 600, 664, 444, 555, 400, 440, 666, 4755, 0];

    private static readonly string[] s_spellings =
    [
        "{0}", "{0}", "{0}", "{0}", "./{0}", "x/../{0}", ".//{0}", "$(MSBuildProjectDirectory)/{0}",
    ];

    internal static Scenario Make(int seed, int number)
    {
        var random = new Random(unchecked((seed * 397) ^ (number * 7919)));
        var before = new Dictionary<string, Node>();
        var sources = new List<Item>();
        var destinations = new List<Item>();
        var pairs = new List<(string Source, string Target)>();
        var spellings = new Dictionary<string, string>();
        bool intoFolder = Chance(random, 60);
        string folder = Pick(random, "o", "o", "o", "o/p", "o/", "sub", ".", "link");
        if (folder == "link")
        {
            before["real"] = new Node("real", NodeKind.Folder, Mode: 755);
            before["link"] = new Node("link", NodeKind.SymbolicLink, Target: "real");
        }

        int count = Pick(random, 1, 1, 2, 3, 5, 8);
        for (int i = 0; i < count; i++)
        {
            (string disk, string project) = Pick(random, s_namesHere);
            AddSource(random, before, disk);
            sources.Add(new Item(string.Format(CultureInfo.InvariantCulture, Pick(random, s_spellings), project), Metadata(random)));
            (string toDisk, string toProject) = Chance(random, 70) ? (disk, project) : Pick(random, s_namesHere);
            string name = intoFolder ? disk[(disk.LastIndexOf('/') + 1)..] : toDisk;
            string target = !intoFolder ? $"o/{name}" : folder == "." ? name : $"{folder.TrimEnd('/')}/{name}";
            AddDestination(random, before, target, disk);

            // One spelling for each destination: of two, the built-in copies at the same time, and either may win.
            spellings.TryAdd(toProject, Pick(random, s_spellings) + (count == 1 && Chance(random, 5) ? "/" : string.Empty));
            destinations.Add(new Item(
                string.Format(CultureInfo.InvariantCulture, spellings[toProject], $"o/{toProject}"), Metadata(random)));
            pairs.Add((disk, target));
        }

        // A file that one item reads and another writes: the built-in does both at the same time.
        for (int i = pairs.Count - 1; i >= 0; i--)
        {
            if (pairs.Any(other => other.Source == pairs[i].Target && other.Source != pairs[i].Source))
            {
                pairs.RemoveAt(i);
                sources.RemoveAt(i);
                destinations.RemoveAt(i);
            }
        }

        Node[] nodes = [.. Consistent(before)];
        return new Scenario($"random {seed}/{number}")
        {
            Before = nodes,
            SourceFiles = sources,
            DestinationFolder = intoFolder ? folder : null,
            DestinationFiles = intoFolder ? null : destinations,
            SourceFolders = intoFolder && Chance(random, 5) ? [new Item(Pick(random, "sub", "sub/", "none"))] : null,
            Attributes = Attributes(random),
            Variables = Variables(random),
            Locked = Chance(random, 5) ? [.. nodes.Where(n => n.Kind == NodeKind.File && n.Mode == 644).Take(1).Select(n => n.Path)] : [],
            Question = Chance(random, 4),
            Multithreaded = Chance(random, 10),
        };
    }

    private static void AddSource(Random random, Dictionary<string, Node> before, string path)
    {
        if (before.ContainsKey(path) || Chance(random, 4))
        {
            return;
        }

        if (Chance(random, 5))
        {
            before.TryAdd("x", new Node("x", Length: Pick(random, s_lengths), Mode: Pick(random, s_modes)));
            before[path] = new Node(
                path,
                NodeKind.SymbolicLink,
                Target: Pick(random, path.Contains('/', StringComparison.Ordinal) ? "../x" : "x", "none", "."));
            return;
        }

        before[path] = Chance(random, 3)
            ? new Node(path, NodeKind.Folder, Mode: 755)
            : new Node(path, Length: Pick(random, s_lengths), Mode: Pick(random, s_modes), Age: random.Next(1, 3));
    }

    private static void AddDestination(Random random, Dictionary<string, Node> before, string path, string source)
    {
        if (before.ContainsKey(path) || !Chance(random, 55))
        {
            return;
        }

        before.TryGetValue(source, out Node? original);
        before[path] = random.Next(10) switch
        {
            < 4 when original is { Kind: NodeKind.File } => original with { Path = path, Mode = Pick(random, s_modes) },
            4 when original is { Kind: NodeKind.File } => new Node(path, NodeKind.HardLink, Target: source),
            5 => new Node(path, NodeKind.SymbolicLink, Target: Pick(random, "none", ".", "../" + source)),
            6 => new Node(path, NodeKind.Folder, Mode: 755),
            _ => new Node(path, Length: Pick(random, s_lengths), Mode: Pick(random, s_modes), Age: random.Next(1, 3)),
        };
    }

    /// <summary>A path below a file or a link cannot be made.</summary>
    private static IEnumerable<Node> Consistent(Dictionary<string, Node> before) =>
        before.Values
            .Where(node =>
                !before.Values.Any(other =>
                    other.Kind != NodeKind.Folder && node.Path.StartsWith(other.Path + "/", StringComparison.Ordinal)))
            .Where(node => node.Path is not "o/." and not "./." and not ".")
            .OrderBy(node => node.Kind == NodeKind.HardLink);

    private static Dictionary<string, string> Attributes(Random random)
    {
        var attributes = new Dictionary<string, string> { ["Retries"] = Pick(random, "0", "1", "2"), ["RetryDelayMilliseconds"] = "0" };
        AddIf(random, 60, attributes, "SkipUnchangedFiles", "true");
        AddIf(random, 15, attributes, "OverwriteReadOnlyFiles", "true");
        AddIf(random, 6, attributes, "UseHardlinksIfPossible", "true");
        AddIf(random, 4, attributes, "UseSymboliclinksIfPossible", "true");
        AddIf(random, 2, attributes, "ErrorIfLinkFails", "true");
        AddIf(random, 15, attributes, "ContinueOnError", Pick(random, "true", "WarnAndContinue", "ErrorAndContinue", "false"));
        return attributes;
    }

    private static Dictionary<string, string> Variables(Random random)
    {
        var variables = new Dictionary<string, string>();
        AddIf(random, 4, variables, "MSBUILDALWAYSOVERWRITEREADONLYFILES", "1");
        AddIf(random, 3, variables, "MSBUILDALWAYSRETRY", "1");
        AddIf(random, 2, variables, "MSBuildUseSymboliclinksIfPossible", "1");
        AddIf(random, 3, variables, "MSBUILDCOPYWITHOUTDELETE", "1");
        return variables;
    }

    private static void AddIf(Random random, int percent, Dictionary<string, string> pairs, string name, string value)
    {
        if (Chance(random, percent))
        {
            pairs[name] = value;
        }
    }

    private static string[] Metadata(Random random) =>
        Chance(random, 20) ? [Pick(random, "Kind=one", "Kind=t%3bwo", "Link=x/y"), "Other=z"] : [];

    private static bool Chance(Random random, int percent) => random.Next(100) < percent;

    private static T Pick<T>(Random random, params T[] choices) => choices[random.Next(choices.Length)];
}
