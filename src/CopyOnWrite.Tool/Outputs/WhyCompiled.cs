namespace CopyOnWrite.Tool.Outputs;

/// <summary>
/// Why the first build in a new checkout compiles a project; the codes of <c>--json</c>. Of several reasons the first counts, in this order:
/// those with which a build alone would not see that it has to compile, then those that it sees.
/// </summary>
internal enum WhyCompiled
{
    /// <summary>It need not.</summary>
    None,
    /// <summary>A file of it changed while it was cloned, or has a time or content that a build would take for another.</summary>
    Changed,
    /// <summary>The donor has files of it that the new checkout does not have.</summary>
    OtherFiles,
    /// <summary>Files outside of the two checkouts that builds read differ.</summary>
    OtherFolder,
    /// <summary>What the compiler made names a source in the donor.</summary>
    NamesDonor,
    /// <summary>What was compiled has the donor's path as a text: a literal, or a file in obj.</summary>
    NamesDonorInText,
    /// <summary>A generated source in its pdb names the donor's folder, as Razor's do.</summary>
    EmbedsDonor,
    /// <summary>The donor has not compiled it.</summary>
    NotBuilt,
    /// <summary>NuGet has not restored it, so nothing in obj is imported.</summary>
    NotRestored,
    /// <summary>One of the two paths has a character that MSBuild takes for its own.</summary>
    Path,
    /// <summary>Its version or its source link names another commit or branch.</summary>
    OtherCommit,
    /// <summary>The new checkout has other content, or lacks a source that the donor has compiled.</summary>
    OtherSources,
    /// <summary>A source is newer than what the donor has compiled.</summary>
    BuiltBefore,
}

/// <summary>What is done so that a project compiles.</summary>
internal enum Deed
{
    /// <summary>Its first build compares the hash with the donor's.</summary>
    WriteFirstBuild,
    /// <summary>A build compiles it by itself.</summary>
    None,
    /// <summary>The hash of the inputs goes.</summary>
    DeleteInputs,
    /// <summary>All that its builds made in obj goes, also what a target wrote of which no input is newer.</summary>
    DeleteIntermediate,
}

/// <summary>What becomes of a project.</summary>
/// <param name="Where">What of it is the reason, for a person; null where there is no more to say.</param>
internal sealed record Verdict(CompiledProject Project, WhyCompiled Why, string? Where)
{
    internal Deed Deed => Why switch
    {
        WhyCompiled.None or WhyCompiled.BuiltBefore => Deed.WriteFirstBuild,

        // Not by times alone: an .rsp is no input of the compiler's, and outputs may be of the future.
        WhyCompiled.OtherSources or WhyCompiled.OtherCommit => Deed.DeleteInputs,
        WhyCompiled.NotBuilt or WhyCompiled.NotRestored or WhyCompiled.Path => Deed.None,
        _ => Deed.DeleteIntermediate,
    };

    /// <summary>Decides by what was found of each project.</summary>
    internal static IReadOnlyList<Verdict> Of(IReadOnlyCollection<KeyValuePair<CompiledProject, Reasons>> found)
    {
        Verdict[] all = [.. found.Select(one => new Verdict(one.Key, one.Value.First, one.Value.Where))];
        Verdict[] emptying = [.. all.Where(one => one.Deed == Deed.DeleteIntermediate)];

        // What is emptied for one project is emptied for others: two project files with one obj, and a project that a build makes in obj.
        return
        [
            .. all.Select(one => one.Deed == Deed.DeleteIntermediate ? one
                : Array.Find(emptying, other => other.Project.MayBeEmptied.Any(folder =>
                    one.Project.Inputs.Any(inputs => Output.Folders.IsIn(inputs, folder)))) is { } cause
                    ? one with { Why = cause.Why, Where = cause.Where }
                    : one),
        ];
    }
}

/// <summary>Why a project compiles: each reason with the first thing for which it holds.</summary>
internal sealed class Reasons
{
    private readonly SortedDictionary<WhyCompiled, string?> _found = [];

    internal WhyCompiled First => _found.Keys.FirstOrDefault();

    internal string? Where => _found.Values.FirstOrDefault();

    internal bool Has(WhyCompiled why) => _found.ContainsKey(why);

    internal void Add(WhyCompiled why, IEnumerable<string> where)
    {
        if (where.FirstOrDefault() is { } first)
        {
            _found.TryAdd(why, first);
        }
    }

    internal void Add(WhyCompiled why, bool holds) => _ = holds && _found.TryAdd(why, null);
}
