using System.Collections.Concurrent;

namespace CopyOnWrite.Tool.Checkouts;

/// <summary>
/// Gives a checkout's files times by their content. A file with the bytes of the donor's file gets its time. Every other file gets a time
/// after all outputs that come along: a build would consider these up to date otherwise. A different file that git ignores gets an old
/// time: a build of this checkout may have made it from inputs that have other times now. Bytes are compared, not git's ids: where git
/// converts a file, the ids are equal and the bytes differ.
/// </summary>
internal sealed class SourceTimes(OpenFolder root, IDonor donor, CancellationToken cancel)
{
    private static readonly DateTime s_old = new(2000, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    private readonly Platform _platform = FileCloner.Shared.Platform;
    private readonly ConcurrentBag<string> _others = [];
    private readonly ConcurrentBag<string> _notSet = [];
    private readonly ConcurrentBag<string> _pipes = [];

    /// <summary>The files that differ from the donor's, or that the donor does not have.</summary>
    internal IReadOnlyCollection<string> Others => _others;

    /// <summary>The different files whose time could not be set: a build may consider outputs of the donor's files up to date.</summary>
    internal IReadOnlyCollection<string> NotSet => _notSet;

    /// <summary>Pipes and the like: reading one may never end.</summary>
    internal IReadOnlyCollection<string> Pipes => _pipes;

    /// <param name="files">Paths, relative to both checkouts.</param>
    /// <param name="ignored">The files that git ignores.</param>
    /// <param name="newest">The time of the newest output that comes along.</param>
    internal void Set(IEnumerable<string> files, IReadOnlySet<string> ignored, DateTime newest)
    {
        DateTime now = After(newest);
        Parallel.ForEach(
            files.GroupBy(file => Path.GetDirectoryName(file)!),
            new ParallelOptions { CancellationToken = cancel },
            static () => new ContentBuffers(),
            (same, _, buffers) =>
            {
                using OpenFolder? folder = root.TryOpen(same.Key);
                foreach (string file in same)
                {
                    if (folder is null)
                    {
                        _others.Add(file);
                        _notSet.Add(file);
                    }
                    else
                    {
                        Set(Path.Join(folder.Path, Path.GetFileName(file)), file, ignored.Contains(file) ? s_old : now, buffers);
                    }
                }

                return buffers;
            },
            static _ => { });
    }

    /// <summary>
    /// Sets the times of links, after the times of all files. A build compares a link's own time, never the time of its target. So a link
    /// gets the donor's time only where both links lead to the same content.
    /// </summary>
    /// <param name="links">Paths, relative to both checkouts.</param>
    /// <returns>The links that lead to other content; for a link to a folder, the different files below it.</returns>
    internal IReadOnlyList<string> SetLinks(IReadOnlyCollection<string> links, DateTime newest)
    {
        DateTime now = After(newest);
        HashSet<string> differ = [.. _others.SelectMany(Folders.Above), .. _others, .. links];
        var differing = new List<string>();
        foreach (string link in links)
        {
            string above = Path.GetDirectoryName(link)!;
            using OpenFolder? folder = root.TryOpen(above);
            if (folder is null)
            {
                differing.Add(link);
                _notSet.Add(link);
                continue;
            }

            string here = Path.Join(folder.Path, Path.GetFileName(link));
            string? target = new FileInfo(here).LinkTarget;
            string? leadsTo = target is null || Path.IsPathRooted(target) ? null
                : Folders.Below(root.Path, Path.GetFullPath(target, Path.Join(root.Path, above)));

            // A target outside the checkout is known to be the same only by its full path, and on this machine.
            bool isKnown = leadsTo is null ? Path.IsPathRooted(target) && donor.Above is null : !differ.Contains(leadsTo);
            bool isSame = target is not null && target == donor.TargetOf(link) && isKnown;
            string[] others = isSame || leadsTo is null ? []
                : [.. _others.Where(file => Folders.IsIn(file, leadsTo)).Select(file => link + file[leadsTo.Length..])];
            differing.AddRange(isSame || others.Length > 0 ? others : [link]);
            try
            {
                File.SetLastWriteTimeUtc(here, isSame ? donor.TimeOf(link) : now);
            }
            catch (Exception e) when (DotNetError.IsOfFiles(e))
            {
                _notSet.Add(link);
            }
        }

        return differing;
    }

    private static DateTime After(DateTime newest) => newest < DateTime.UtcNow ? DateTime.UtcNow : newest.AddSeconds(1);

    /// <param name="other">The time for a file that differs.</param>
    private void Set(string here, string file, DateTime other, ContentBuffers buffers)
    {
        bool isSame = false;
        try
        {
            bool isThere = _platform.TryStat(here, out FileStat before) & donor.TryStat(file, out FileStat donors);
            if (before.Kind == EntryKind.Other)
            {
                _pipes.Add(file);
                return;
            }

            isSame = isThere && IsSame(here, before, file, donors, buffers);

            // A file that is written meanwhile, here or in the donor, has the time of that write, after all outputs.
            DateTime time = isSame ? donors.Modified : other;
            if (before.Kind == EntryKind.File && before.Modified != time && File.GetLastWriteTimeUtc(here) == before.Modified)
            {
                SetTime(here, time, before.IsReadOnly);
            }
        }
        catch (Exception e) when (DotNetError.IsOfFiles(e))
        {
            if (!isSame)
            {
                _notSet.Add(file);
            }
        }

        if (!isSame)
        {
            _others.Add(file);
        }
    }

    private static void SetTime(string path, DateTime time, bool isReadOnly)
    {
        // Windows sets no time of a read-only file.
        if (isReadOnly)
        {
            File.SetAttributes(path, File.GetAttributes(path) & ~FileAttributes.ReadOnly);
        }

        File.SetLastWriteTimeUtc(path, time);
        if (isReadOnly)
        {
            File.SetAttributes(path, File.GetAttributes(path) | FileAttributes.ReadOnly);
        }
    }

    private bool IsSame(string here, in FileStat before, string file, in FileStat donors, ContentBuffers buffers) =>
        before.Kind == EntryKind.File && (before.IsSameAs(donors)
            || (donors.Kind == EntryKind.File && before.Length == donors.Length && donor.HasContent(file, donors, here, buffers)));
}
