namespace CopyOnWrite.Tests.Stress;

/// <param name="Copies">Each with how the strategy made it; of kind NotHandled those that File.Copy made in its place.</param>
/// <param name="Sharing">How many copies have blocks in common with their source, as the volume says.</param>
/// <param name="RefusedReads">How often a reader beside was refused a source, which is open for writing then.</param>
/// <param name="Wrong">A sentence for each time that a file was read that was not as it should be.</param>
internal sealed record StressResult(
    int Sources, IReadOnlyList<CloneOutcome> Copies, int Sharing, int RefusedReads, IReadOnlyList<string> Wrong)
{
    private const int MostSentences = 40;

    internal int Count(OutcomeKind kind) => Copies.Count(copy => copy.Kind == kind);

    internal int Count(Reason reason) => Copies.Count(copy => copy.Reason == reason);

    public override string ToString()
    {
        IEnumerable<string> ways = Copies.GroupBy(copy => (copy.Kind, copy.Reason)).OrderByDescending(way => way.Count())
            .Select(way =>
                way.Key.Reason == Reason.None
                    ? $"{way.Count()} {way.Key.Kind}"
                    : $"{way.Count()} {way.Key.Kind} ({ReasonText.Of(way.Key.Reason)})");
        string summary = $"{Sources} sources, {Copies.Count} copies: {string.Join(", ", ways)}; {Sharing} share blocks with "
            + $"their source; {RefusedReads} refused reads; {Wrong.Count} wrong reads";
        return string.Join('\n', Wrong.Take(MostSentences).Prepend(summary));
    }
}
