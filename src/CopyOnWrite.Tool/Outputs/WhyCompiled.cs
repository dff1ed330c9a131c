namespace CopyOnWrite.Tool.Outputs;

/// <summary>
/// Why the first build in a new checkout compiles a project; codes of <c>--json</c>. Of several reasons the first counts, in this order:
/// those with which a build alone would not see that it has to compile, then those that it sees.
/// </summary>
internal enum WhyCompiled
{
    /// <summary>The build does not compile it.</summary>
    None,
    /// <summary>A file of it changed while it was cloned, or did not keep its time, or has no valid content.</summary>
    Changed,
    /// <summary>The donor has files of it that the new checkout does not have.</summary>
    OtherFiles,
    /// <summary>Files outside of the two checkouts that builds read differ.</summary>
    OtherFolder,
    /// <summary>An output of the compiler names a source in the donor.</summary>
    NamesDonor,
    /// <summary>A compiled text has the donor's path: a literal, or a file in obj.</summary>
    NamesDonorInText,
    /// <summary>A generated source in its pdb names the donor's folder, as Razor's do.</summary>
    EmbedsDonor,
    /// <summary>The donor has not compiled it.</summary>
    NotBuilt,
    /// <summary>NuGet has not restored it, so nothing in obj is imported.</summary>
    NotRestored,
    /// <summary>One of the two paths has a character that has a meaning in MSBuild.</summary>
    Path,
    /// <summary>The project's version or source link names another commit or branch.</summary>
    OtherCommit,
    /// <summary>A source differs in the new checkout, or is missing there.</summary>
    OtherSources,
    /// <summary>A source is newer than what the donor has compiled.</summary>
    BuiltBefore,
}

/// <summary>How a project is made to compile, or kept from it.</summary>
internal enum Deed
{
    /// <summary>The first build compares the hash of the project's inputs with the donor's.</summary>
    WriteFirstBuild,
    /// <summary>Nothing: a build compiles it anyway.</summary>
    None,
    /// <summary>The hash of the inputs is deleted.</summary>
    DeleteInputs,
    /// <summary>All outputs in obj are deleted, also the output of a target that no input is newer than.</summary>
    DeleteIntermediate,
}

/// <summary>The reason for which a project compiles, and with it the deed.</summary>
/// <param name="Where">The file or name that is the reason, for a person; null where there is no more to say.</param>
internal sealed record Verdict(CompiledProject Project, WhyCompiled Why, string? Where)
{
    internal Deed Deed => Why switch
    {
        WhyCompiled.None or WhyCompiled.BuiltBefore => Deed.WriteFirstBuild,

        // Times alone do not do: an .rsp is no input of the compiler's target, and outputs may have times in the future.
        WhyCompiled.OtherSources or WhyCompiled.OtherCommit => Deed.DeleteInputs,
        WhyCompiled.NotBuilt or WhyCompiled.NotRestored or WhyCompiled.Path => Deed.None,
        _ => Deed.DeleteIntermediate,
    };

    /// <summary>Decides by what was found of each project.</summary>
    internal static IReadOnlyList<Verdict> Of(IReadOnlyCollection<KeyValuePair<CompiledProject, Reasons>> found)
    {
        Verdict[] all = [.. found.Select(one => new Verdict(one.Key, one.Value.First, one.Value.Where))];
        Verdict[] emptying = [.. all.Where(one => one.Deed == Deed.DeleteIntermediate)];

        // A folder that is emptied for one project may be another's too: two project files with one obj, or a project made in obj.
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
