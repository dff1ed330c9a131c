using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Tool.Report;

/// <summary>What to change so that more files are cloned: one for each reason and place, the most bytes first.</summary>
internal static class Changes
{
    private const int Most = 10;

    internal static IReadOnlyList<Change> Of(IReadOnlyList<FileCopy> files)
    {
        FileCopy[] builtIn = [.. files.Where(file => !file.BySdk && file.Kind is CopyKind.Cloned or CopyKind.FromCache)];
        IEnumerable<Change> changes = files
            .Where(file => file.Kind is CopyKind.Copied or CopyKind.Left && file.Reason is not null)
            .GroupBy(file => (Reason: file.Reason!, Place: PlaceOf(file.Reason!, file)))
            .Select(same => Make(same.Key.Reason, [.. same]))
            .OfType<Change>();
        if (builtIn.Length > 0)
        {
            changes = changes.Append(New($"Bring CopyOnWrite.Sdk in: the built-in task did these. {FolderOf(builtIn.Select(file => file.Project))} is where their projects are", builtIn));
        }

        return [.. changes.OrderByDescending(change => change.Bytes).ThenByDescending(change => change.Files).ThenBy(change => change.What, StringComparer.Ordinal).Take(Most)];
    }

    /// <summary>Null where nothing would help.</summary>
    private static Change? Make(string reason, FileCopy[] files)
    {
        string sources = FolderOf(files.Select(file => file.From));
        string destinations = FolderOf(files.Select(file => file.To));
        if (reason == ReasonText.Of(Reason.Empty) || reason == CloneEstimate.NotHere)
        {
            return null;
        }

        return New(
            reason == ReasonText.Of(Reason.DifferentVolumes) ? $"Put {sources} on the volume of {destinations}: these are too small, too new, or on too full a volume for the cache, or it is turned off"
            : reason == ReasonText.Of(Reason.DifferentVolumesNowCached) ? $"Keep .copyonwrite-cache between builds: these were each source's first copy, the next build clones them. Or put {sources} on the volume of {destinations}"
            : reason == ReasonText.Of(Reason.VolumeCannotClone) ? $"Build on btrfs or xfs: {destinations} is on {FileSystemOf(destinations)}, which cannot clone"
            : reason == ReasonText.Of(Reason.Fresh) ? "Set CopyOnWriteFreshFileSize to 0: these are small and were just written. A clone waits for the disk then, which mostly costs more than it saves"
            : reason == ReasonText.Of(Reason.BelowMinimumSize) ? "Leave CopyOnWriteMinimumFileSize out: these are smaller"
            : reason == ReasonText.Of(Reason.CloningNotAskedFor) ? "Take away what asks for full copies"
            : reason == ReasonText.Of(Reason.FileCannotBeCloned) ? $"Look at the files below {sources} with lsattr: the file system clones, but refused these (nodatacow on one side, or overlay layers on two volumes)"
            : $"Look at the files below {destinations}, which the task left to the built-in: {reason}",
            files);
    }

    /// <summary>Where copies between volumes come from decides what to move, and where files end what volume to change.</summary>
    private static string PlaceOf(string reason, FileCopy file) =>
        reason == ReasonText.Of(Reason.VolumeCannotClone) ? string.Empty
        : reason.StartsWith(ReasonText.Of(Reason.DifferentVolumes), StringComparison.Ordinal) ? Path.GetPathRoot(file.From) + file.From.Split(Path.DirectorySeparatorChar).Skip(1).FirstOrDefault()
        : string.Empty;

    private static Change New(string what, FileCopy[] files) => new(what + ".", files.Length, files.Sum(file => file.Bytes));

    private static string FileSystemOf(string folder)
    {
        string? there = folder;
        while (there is not null && !Directory.Exists(there))
        {
            there = Path.GetDirectoryName(there);
        }

        return there is null || there == Path.GetPathRoot(folder) ? "a file system" : Mount.FileSystemOf(there);
    }

    /// <summary>The innermost folder that has them all.</summary>
    private static string FolderOf(IEnumerable<string> paths)
    {
        string[]? common = null;
        foreach (string path in paths.Distinct(StringComparer.Ordinal))
        {
            string[] parts = (Path.GetDirectoryName(path) ?? path).Split(Path.DirectorySeparatorChar);
            common = common is null ? parts : [.. common.Zip(parts).TakeWhile(pair => pair.First == pair.Second).Select(pair => pair.First)];
        }

        string folder = string.Join(Path.DirectorySeparatorChar, common ?? []);
        return folder.Length == 0 ? Path.DirectorySeparatorChar.ToString() : folder;
    }
}
