namespace CopyOnWrite.Tasks;

/// <summary>The reason why the built-in task got a whole call. The names are the codes in records (docs/reference/log.md).</summary>
internal enum FallbackReason
{
    /// <summary>The call is not left to the built-in task.</summary>
    None,
    /// <summary>Nothing may be copied, or a parameter is invalid, which the built-in task logs.</summary>
    NothingToCopy,
    PreloadedLibrary,
    SystemCallMissing,
    UnsupportedPath,
    SourceFolders,
    Question,
    UseHardlinks,
    UseSymboliclinks,
    UseSymboliclinksByEnvironment,
    CopyWithoutDelete,
    InOrder,
}

/// <summary>The words for each <see cref="FallbackReason"/>, which end a log line.</summary>
internal static class FallbackText
{
    internal static string Of(FallbackReason reason) => reason switch
    {
        FallbackReason.NothingToCopy => "nothing to copy",
        FallbackReason.PreloadedLibrary => "a preloaded library intercepts file calls (LD_PRELOAD)",
        FallbackReason.SystemCallMissing => "this system lacks a system call that cloning needs",
        FallbackReason.UnsupportedPath => "unsupported path",
        FallbackReason.SourceFolders => "SourceFolders is set",
        FallbackReason.Question => "the build only checks whether anything is out of date (-question)",
        FallbackReason.UseHardlinks => "UseHardlinksIfPossible is set",
        FallbackReason.UseSymboliclinks => "UseSymboliclinksIfPossible is set",
        FallbackReason.UseSymboliclinksByEnvironment => "the environment variable MSBuildUseSymboliclinksIfPossible is set",
        FallbackReason.CopyWithoutDelete => "the environment variable MSBUILDCOPYWITHOUTDELETE is set",
        FallbackReason.InOrder => "the environment variable MSBUILDCOPYTASKPARALLELISM is 1, so copy order must be preserved",
        _ => "unknown reason",
    };
}
