namespace CopyOnWrite.Tool.Outputs;

/// <summary>
/// Why the first build in a new checkout compiles a project; codes of <c>--json</c>. If several apply, the first in this order
/// counts: first the reasons that a build alone would not notice, then those that it notices.
/// </summary>
internal enum WhyCompiled
{
    /// <summary>The project is up to date.</summary>
    None,
    /// <summary>A file of it changed while it was cloned, or did not keep its time, or has no valid content.</summary>
    Changed,
    /// <summary>The donor has files of it that the new checkout does not have.</summary>
    OtherFiles,
    /// <summary>Builds read files outside of the checkout, and these differ for the two checkouts.</summary>
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
