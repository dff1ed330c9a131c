namespace CopyOnWrite.Build.Flakes;

/// <summary>What the builds of one arm came to, on one volume.</summary>
internal sealed class FlakeCounts
{
    private readonly List<string> _codes = [];
    private int _builds;
    private int _failed;
    private int _outputs;
    private int _wrong;

    /// <param name="outputs">How many were looked at after the build, or opened while it ran.</param>
    /// <param name="wrong">Of these, missing, unreadable, or with a content that is no source's.</param>
    internal void Add(DotNetResult build, int outputs, int wrong)
    {
        _builds++;
        _failed += build.Succeeded ? 0 : 1;
        _outputs += outputs;
        _wrong += wrong;
        _codes.AddRange(Regex.Matches(build.Output, @": (?:error|warning) (?<code>[A-Z]+\d+)").Select(match => match.Groups["code"].Value));
    }

    internal string Cell => $"{_failed} of {_builds}, {_wrong * 1000.0 / _outputs:0.##}, {_codes.Count * 1000.0 / _outputs:0.##}";

    public override string ToString() => string.Join(
        ", ",
        _codes.CountBy(code => code).Select(same => $"{same.Value} {same.Key}")
            .Prepend($"{_failed} of {_builds} builds failed, {_wrong} of {_outputs} outputs missing or wrong"));
}
