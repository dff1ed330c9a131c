using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.Versioning;
using CopyOnWrite.Linux;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Cache;

/// <summary>A cache's folder as it is found; nothing is made or changed.</summary>
/// <param name="Problem">Why builds do not use it, by the rule that they go by.</param>
/// <param name="Leftovers">Files that processes are making, or left when they were killed.</param>
internal sealed record CacheFolderState(bool Exists, CacheProblem Problem, IReadOnlyList<CacheEntry> Entries, int Leftovers)
{
    private const UnixFileMode OwnerCanAdd = UnixFileMode.UserWrite | UnixFileMode.UserExecute;

    internal long Bytes => Entries.Sum(entry => entry.Bytes);

    internal int Damaged => Count(EntryState.Damaged);

    internal int Outdated => Count(EntryState.Outdated);

    internal static CacheFolderState Missing { get; } = new(false, CacheProblem.None, [], 0);

    internal static CacheFolderState Of(string folder)
    {
        // A link to nowhere exists as well; Path.Exists looks behind it.
        if (!OperatingSystem.IsLinux() || (!Path.Exists(folder) && new FileInfo(folder).LinkTarget is null))
        {
            return Missing;
        }

        CacheProblem problem = ProblemOf(folder);
        if (problem is CacheProblem.NotAFolder or CacheProblem.Link or CacheProblem.NotACache or CacheProblem.Inaccessible)
        {
            return new CacheFolderState(true, problem, [], 0);
        }

        var files = new DirectoryInfo(folder);
        return new CacheFolderState(
            true,
            problem,
            [.. FilesOf(files, CacheFiles.Entry).Select(CacheEntry.Read)],
            FilesOf(files, CacheFiles.Claim).Concat(FilesOf(files, CacheFiles.New)).Count());
    }

    internal string Describe()
    {
        string oldest = Entries.Count == 0 ? string.Empty : $", unused for up to {Age(Entries.Min(entry => entry.LastUsed))}";
        string damaged = Damaged == 0 ? string.Empty : $", {Damaged} damaged";
        string outdated = Outdated == 0 ? string.Empty : $", {Outdated} of sources that have changed or are gone";
        return $"{Words.Count(Entries.Count, "entry", "entries")}, {Words.Bytes(Bytes)}{damaged}{outdated}{oldest}";
    }

    [SupportedOSPlatform("linux")]
    private static CacheProblem ProblemOf(string folder)
    {
        // With no destination: the folder is there, so it is not asked whether making one would help.
        int opened = CacheFolder.Open(folder.TrimEnd('/'), -1, 0, new VolumePairs(), out _, out CacheProblem problem, out _);
        if (opened < 0)
        {
            return problem == CacheProblem.None ? CacheProblem.Inaccessible : problem;
        }

        _ = LinuxNative.close(opened);
        return (File.GetUnixFileMode(folder) & OwnerCanAdd) == OwnerCanAdd ? CacheProblem.None : CacheProblem.NotWritable;
    }

    private static IEnumerable<FileInfo> FilesOf(DirectoryInfo folder, string ending) =>
        folder.EnumerateFiles("*" + ending).Where(file => CacheFiles.IsOne(file.Name, ending));

    private static string Age(DateTime time) => (DateTime.UtcNow - time).TotalDays is >= 2 and var days
        ? $"{(int)days} days"
        : $"{(int)(DateTime.UtcNow - time).TotalHours} hours";

    private int Count(EntryState state) => Entries.Count(entry => entry.State == state);
}

/// <summary>What to do about each <see cref="CacheProblem"/>. Only Linux has a cache, so far.</summary>
internal static class CacheFix
{
    internal static string Of(string folder, CacheProblem problem) => problem switch
    {
        CacheProblem.Link or CacheProblem.NotAFolder => $"Run: rm {ShellText.Quote(folder)}",
        CacheProblem.WritableByOthers => $"Run: rm -r {ShellText.Quote(folder)}",    // What others may have written into it is not to be kept.
        CacheProblem.WrongOwner => $"Run: sudo rm -r {ShellText.Quote(folder)}",
        CacheProblem.NotACache => "Set CopyOnWriteCachePath to a folder that is empty or does not exist yet, or move this folder's files elsewhere.",
        CacheProblem.OnAnotherVolume => "Set CopyOnWriteCachePath to a folder on the volume of the outputs, or remove it.",
        _ => $"Run: chmod u+rwx {ShellText.Quote(folder)}",
    };
}
