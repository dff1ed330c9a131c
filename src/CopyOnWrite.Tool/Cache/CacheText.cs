using CopyOnWrite.Tool.Fixes;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Cache;

/// <summary>A cache's folder in words.</summary>
internal static class CacheText
{
    internal static string Describe(this CacheFolderState cache)
    {
        string oldest = cache.Entries.Count == 0 ? string.Empty
            : $", the oldest last used {Words.Ago(cache.Entries.Min(entry => entry.LastUsed), DateTime.UtcNow)}";
        string damaged = cache.Damaged == 0 ? string.Empty : $", {cache.Damaged} damaged";
        string outdated = cache.Outdated == 0 ? string.Empty : $", {cache.Outdated} of sources that have changed or are gone";
        return $"{Words.Count(cache.Entries.Count, "entry", "entries")}, {Words.Bytes(cache.Bytes)}{damaged}{outdated}{oldest}";
    }
}

/// <summary>What to do about each <see cref="CacheProblem"/>.</summary>
internal static class CacheFix
{
    internal static FixStep Of(string folder, CacheProblem problem) => problem switch
    {
        CacheProblem.NotACache =>
            new FixStep("Set CopyOnWriteCachePath to a folder that is empty or does not exist yet, or move this folder's files elsewhere."),
        // Empty, and without the access list that it inherits from the folder above.
        CacheProblem.AccessList when ShellText.Quote(folder) is var path =>
            new CommandStep($"rm -r {path} && mkdir -m 700 {path} && chmod -N {path}"),
        CacheProblem.OwnersIgnored => new FixStep("Run `sudo diskutil enableOwnership` for the volume, or set CopyOnWriteCache to false."),
        CacheProblem.OnAnotherVolume => new FixStep("Set CopyOnWriteCachePath to a folder on the volume of the outputs, or remove it."),
        _ => OperatingSystem.IsWindows() ? OnWindows(folder, problem) : OnUnix(ShellText.Quote(folder), problem),
    };

    // What others may have written into it is deleted.
    private static CommandStep OnUnix(string folder, CacheProblem problem) => problem switch
    {
        CacheProblem.Link or CacheProblem.NotAFolder => new CommandStep($"rm {folder}"),
        CacheProblem.WritableByOthers => new CommandStep($"rm -r {folder}"),
        CacheProblem.WrongOwner => new CommandStep($"sudo rm -r {folder}"),
        _ => new CommandStep($"chmod u+rwx {folder}"),
    };

    // A folder that a user creates inherits who may write to it; the task makes it for its user alone.
    private static FixStep OnWindows(string folder, CacheProblem problem) => problem switch
    {
        CacheProblem.NotAFolder => new FixStep($"Delete the file {folder}."),
        CacheProblem.Link => new FixStep($"Delete the link {folder}."),
        CacheProblem.WritableByOthers => new FixStep($"Delete the folder {folder}. The next build creates it with its own access list."),
        CacheProblem.WrongOwner => new FixStep($"Delete the folder {folder}, as an administrator. The next build creates it."),
        _ => new FixStep($"Give your account full access to {folder}."),
    };
}
