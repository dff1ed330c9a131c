namespace CopyOnWrite.Torture.Checkouts;

/// <summary>Some edits, then a build: in a new checkout, from scratch at its path, and in the donor.</summary>
internal sealed class Step
{
    private const int MostShown = 8;

    private readonly Edit[] _edits;
    private readonly int _seed;
    private readonly string[] _arguments = [];
    private string[] _named = [];
    private string[] _mistakes = [];
    private Built _ours = null!;
    private Built _scratch = null!;
    private TreeSnapshot _sources = null!;

    /// <param name="isOfAll">Whether it builds all projects, as a first build must: afterwards nothing may name the donor.</param>
    internal Step(int edits, Random random, bool ofSources = false, bool isOfAll = true)
    {
        _edits = [.. Enumerable.Range(0, edits).Select(_ => Checkouts.Edit.Any(random, ofSources))];
        _seed = random.Next();
        if (!isOfAll)
        {
            _arguments = Checkouts.Edit.Either<string[]>(
                random, [], [], [], ["-c", "Release"], ["Core/Core.csproj", "-f", "netstandard2.0"], ["-t:Rebuild"], ["-t:Clean"]);
        }
    }

    internal bool IsEdited => _edits.Length > 0;

    public override string ToString() =>
        string.Join(", ", _edits.Select(edit => edit.Name).Append($"build {string.Join(' ', _arguments)}"));

    internal void Edit(Checkout checkout)
    {
        var random = new Random(_seed);
        Array.ForEach(_edits, edit => edit.Do(checkout, random));
    }

    private static bool IsOfDebug(string path) => Regex.IsMatch(path, "(^|/)bin/(.*/)?[dD]ebug(_|/)");

    /// <param name="maker">What it said of the first build, and the checkouts that the new one must not name.</param>
    internal void BuildIn(Checkout made, CheckoutMaker maker, bool isFirst)
    {
        Edit(made);
        _sources = made.Snapshot(Checkout.IsSource);
        string log = Path.Combine(Path.GetTempPath(), $"torture-{Guid.NewGuid():N}.binlog");
        _ours = made.Build([.. _arguments, $"-bl:{log}"]);
        if (_ours.Result.Succeeded)
        {
            Forecast? forecast = isFirst && !IsEdited ? maker.Forecast : null;
            _mistakes = [.. forecast?.Mistakes(made, _ours) ?? [], .. maker.MistakesOfReport(log, _ours)];
        }

        File.Delete(log);
        _scratch = made.BuildFromScratch(_arguments);

        if (_arguments.Length > 0)
        {
            return;
        }

        // All was built for Debug. What is there to do so, and what does if built from scratch, too, may name others: a copy of a source,
        // and lists of NuGet, which reads the settings in the folders above.
        _named = [.. maker.Others.SelectMany(other => made.FilesThatName(other.Folder)).Where(path =>
            !Regex.IsMatch(path, @"\.copyonwrite\.targets$|/[rR]elease(/|_)")
            && (_scratch.HashOf(path) is not { } right || _ours.HashOf(path) != right))];
    }

    /// <summary>Does the same in the donor, and compares.</summary>
    /// <param name="more">So many more compilations are due; null for any number.</param>
    /// <param name="mayMiss">Whether MSBuild may have missed an edit in the donor.</param>
    internal Counts Judge(string what, Checkout donor, int? more, bool mayMiss)
    {
        Edit(donor);
        IReadOnlyDictionary<string, TreeEntry> sources = donor.Snapshot(Checkout.IsSource).Entries;
        Built theirs = donor.Build(_arguments);
        var theirScratch = new Lazy<Built>(() => donor.BuildFromScratch(_arguments));
        string[] wrong =
        [
            .. sources.Keys.Union(_sources.Entries.Keys)
                .Where(path => sources.GetValueOrDefault(path)?.Sha256 != _sources.Entries.GetValueOrDefault(path)?.Sha256),
            .. _ours.Files.Entries.Keys.Union(_scratch.Files.Entries.Keys).Union(theirs.Files.Entries.Keys)
                .Where(path => _scratch.HashOf(path) is { } right
                    ? _ours.HashOf(path) != right && (!mayMiss || theirs.HashOf(path) == theirScratch.Value.HashOf(path))
                    : _ours.HashOf(path) is not null && (theirs.HashOf(path) is null || (!mayMiss && IsOfDebug(path)))),
        ];
        string? failure = !_ours.Result.Succeeded && theirs.Result.Succeeded ? _ours.Result.Output
            : _ours.Result.Compilations > theirs.Result.Compilations + more
                ? $"compiled {_ours.Result.Compilations}, the donor {theirs.Result.Compilations}"
            : null;
        failure = _mistakes.Length == 0 ? failure : string.Join("\n    ", [.. _mistakes, failure]);
        return Counts.Judge(what, [.. wrong.Take(MostShown)], [.. _named.Take(MostShown)], failure, met: theirs.Result.Succeeded);
    }
}
