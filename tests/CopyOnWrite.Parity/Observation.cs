namespace CopyOnWrite.Parity;

/// <summary>One logged event of the Copy call, as a line.</summary>
internal sealed record LoggedEvent(string Kind, string Code, string Text, string HelpKeyword, string Sender, string Place)
{
    public override string ToString() => $"{Kind} {Code} \"{Text}\" [{HelpKeyword}; {Sender}; {Place}]";
}

/// <summary>Everything that came out of one run.</summary>
internal sealed record Observation(
    string Result,
    IReadOnlyList<string> Tree,
    IReadOnlyList<LoggedEvent> Events,
    IReadOnlyList<string> CopiedFiles,
    IReadOnlyList<string> DestinationFiles,
    string WroteAtLeastOneFile)
{
    /// <param name="ordered">Whether the events of the two runs have to come in one order: with one thread they do.</param>
    internal IEnumerable<string> Differences(Observation ours, bool ordered) =>
        Compare("result", [Result], [ours.Result], true)
            .Concat(Compare("tree", Tree, ours.Tree, true))
            .Concat(Compare("event", [.. Events.Select(e => e.ToString())], [.. ours.Events.Select(e => e.ToString())], ordered))
            .Concat(Compare("CopiedFiles", CopiedFiles, ours.CopiedFiles, true))
            .Concat(Compare("DestinationFiles", DestinationFiles, ours.DestinationFiles, true))
            .Concat(Compare("WroteAtLeastOneFile", [WroteAtLeastOneFile], [ours.WroteAtLeastOneFile], true));

    private static IEnumerable<string> Compare(string what, IReadOnlyList<string> builtIn, IReadOnlyList<string> ours, bool ordered)
    {
        if (ordered ? builtIn.SequenceEqual(ours) : builtIn.Order().SequenceEqual(ours.Order()))
        {
            yield break;
        }

        List<string> onlyOurs = [.. ours];
        List<string> onlyBuiltIn = [.. builtIn.Where(line => !onlyOurs.Remove(line))];
        foreach (string line in onlyBuiltIn)
        {
            yield return $"{what}, built-in only: {line}";
        }

        foreach (string line in onlyOurs)
        {
            yield return $"{what}, ours only: {line}";
        }

        if (onlyBuiltIn.Count == 0 && onlyOurs.Count == 0)
        {
            yield return $"{what}, in another order: {string.Join(" | ", builtIn)} <> {string.Join(" | ", ours)}";
        }
    }
}
