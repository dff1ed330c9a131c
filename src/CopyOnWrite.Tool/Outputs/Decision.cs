namespace CopyOnWrite.Tool.Outputs;

/// <summary>The deed that makes a project compile, or keeps it from compiling.</summary>
internal enum Deed
{
    /// <summary>The first build compares the hash of the project's inputs with the donor's.</summary>
    WriteFirstBuild,
    /// <summary>Nothing: a build compiles it anyway.</summary>
    None,
    /// <summary>The hash of the inputs is deleted.</summary>
    DeleteInputs,
    /// <summary>All outputs in obj are deleted. Otherwise MSBuild would skip a target whose output is newer than its inputs.</summary>
    DeleteIntermediate,
}

/// <summary>The reason for which a project compiles, and with it the deed.</summary>
/// <param name="Where">The file or name that is the reason, for a person; null where there is no more to say.</param>
internal sealed record Decision(CompiledProject Project, WhyCompiled Why, string? Where)
{
    internal Deed Deed => Why switch
    {
        WhyCompiled.None or WhyCompiled.BuiltBefore => Deed.WriteFirstBuild,

        // Newer sources do not always make the project compile: an .rsp is no input of the compiler's target, and outputs may be newer.
        WhyCompiled.OtherSources or WhyCompiled.OtherCommit => Deed.DeleteInputs,
        WhyCompiled.NotBuilt or WhyCompiled.NotRestored or WhyCompiled.Path => Deed.None,
        _ => Deed.DeleteIntermediate,
    };

    /// <summary>Decides by what was found of each project.</summary>
    internal static IReadOnlyList<Decision> Of(IReadOnlyCollection<KeyValuePair<CompiledProject, Reasons>> found)
    {
        Decision[] all = [.. found.Select(one => new Decision(one.Key, one.Value.First, one.Value.Where))];
        Decision[] emptying = [.. all.Where(one => one.Deed == Deed.DeleteIntermediate)];

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

/// <summary>The reasons why a project compiles, each with the first file or name for which the reason holds.</summary>
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
