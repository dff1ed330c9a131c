namespace CopyOnWrite.Benchmarks;

/// <summary>The command line's choice of a benchmark's cells; empty for all. Names are those of the report.</summary>
internal sealed class CallOptions(ParseResult parsed)
{
    /// <summary>That count; one more comes before them.</summary>
    internal int Rounds => parsed.GetValue<int>("--rounds");

    internal string[] Volumes => All<string>("--volume");

    internal long[] Sizes => All<long>("--size");

    internal string[] Sources => All<string>("--sources");

    internal string[] Destinations => All<string>("--destination");

    /// <summary>The most files in a call; null for the benchmark's own number.</summary>
    internal int? Files => parsed.GetValue<int?>("--files");

    /// <summary>A folder with the packages of another version, whose task replaces the built-in; null for the built-in.</summary>
    internal string? Against => parsed.GetValue<string?>("--against");

    internal static bool Takes<T>(T[] chosen, T value) => chosen.Length == 0 || chosen.Contains(value);

    /// <summary>All benchmarks take the same options; the description names those that use it, if not all do.</summary>
    internal static Command Command(string name, string what, int usualRounds, Func<CallOptions, CancellationToken, Task<int>> runAsync)
    {
        var rounds = new Option<int>("--rounds")
        {
            Description = "Rounds that count, each with one call of each arm.",
            DefaultValueFactory = _ => usualRounds,
        };
        rounds.Validators.Add(result =>
        {
            if (result.GetValueOrDefault<int>() is < 2 or > 1000)
            {
                result.AddError("--rounds takes a whole number from 2 to 1000.");
            }
        });
        var sources = new Option<string[]>("--sources") { Description = "task: only settled or fresh sources." };
        sources.AcceptOnlyFromAmong("settled", "fresh");
        var destinations = new Option<string[]>("--destination") { Description = "task: only new, existing or unchanged destinations." };
        destinations.AcceptOnlyFromAmong("new", "existing", "unchanged");
        var command = new Command(name, what)
        {
            rounds,
            new Option<string[]>("--volume") { Description = "Only on this file system; may be given again, as may the others." },
            new Option<long[]>("--size") { Description = "task: only files of this size, in bytes." },
            sources,
            destinations,
            new Option<int?>("--files") { Description = "task, scale: the most files in a call." },
            new Option<string?>("--against")
            {
                Description = "task, scale, first: packages of another version; its task is measured in the built-in's place.",
            },
        };
        command.SetAction((given, cancel) => runAsync(new CallOptions(given), cancel));
        return command;
    }

    private T[] All<T>(string name) => parsed.GetValue<T[]>(name) ?? [];
}
