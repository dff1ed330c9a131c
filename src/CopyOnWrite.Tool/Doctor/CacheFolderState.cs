using CopyOnWrite.Tasks;

namespace CopyOnWrite.Tool.Doctor;

/// <summary>The state of a cache's folder and what is in it, for people. Nothing is made or changed.</summary>
/// <param name="Problem">Why builds do not use it, by their own check.</param>
internal sealed record CacheFolderState(string Folder, bool Exists, CacheProblem Problem, int Entries, long Bytes)
{
    private const uint OwnerCanAdd = 0xC0; // 0300

    internal static Platform Platform => FileCloner.Shared.Platform;

    /// <summary>The words after the folder's name if builds do not use the folder.</summary>
    internal string Why => CacheProblemText.Of(Problem, Platform, Folder);

    /// <summary>Says what to do about the problem: a sentence, and the page that has each problem's fix.</summary>
    internal string Fix => (CacheProblemText.StepOf(Problem, Platform, Folder) ?? "How to make the folder usable")
        + $": {Documentation.PageOf(CacheProblemText.CodeOf(Problem))}";

    internal static CacheFolderState Read(string path)
    {
        var missing = new CacheFolderState(path, false, CacheProblem.None, 0, 0);
        if (Platform.CacheSystem is not { } system)
        {
            return missing;
        }

        path = CacheFolder.WithoutSeparatorAtItsEnd(path);
        CacheProblem problem = system.OpenFolder(path, makes: false, out CacheFolder? opened, out _);
        using CacheFolder? folder = opened;
        if (folder is null || (problem == CacheProblem.None && !folder.MayBeCache))
        {
            return folder is not null ? missing with { Exists = true, Problem = CacheProblem.NotACache }
                : problem != CacheProblem.None ? missing with { Exists = true, Problem = problem }
                : CacheFolder.IsInOtherUsersRepository(system, path) ? missing with { Problem = CacheProblem.OtherUsersRepository }
                : missing;
        }

        long[] entries = [.. folder.Entries().Select(entry => entry.Length)];
        bool isReadOnly = Platform.TryStat(path, out FileStat seen) && seen.Mode != 0 && (seen.Mode & OwnerCanAdd) != OwnerCanAdd;
        problem = problem == CacheProblem.None && isReadOnly ? CacheProblem.NotWritable : problem;
        return new CacheFolderState(path, true, problem, entries.Length, entries.Sum());
    }
}
