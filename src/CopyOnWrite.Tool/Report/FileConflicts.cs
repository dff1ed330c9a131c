namespace CopyOnWrite.Tool.Report;

/// <summary>The findings about files that had two writers, were copied while being written, or were missing or in use.</summary>
internal sealed record FileConflicts(
    IReadOnlyList<SharedFiles> Shared, IReadOnlyList<ReadWhileWritten> Read, IReadOnlyList<FileOfError> Others,
    IReadOnlyList<NestedBuild> NestedBuilds)
{
    /// <summary>Whether there is a finding.</summary>
    internal bool Any => Shared.Count + Read.Count + Others.Count > 0;

    /// <summary>Whether a file had several writers, or a writer and a reader, at the same time, or could have had.</summary>
    internal bool AnyWriters => Shared.Count + Read.Count > 0;

    /// <summary>Whether an error or a warning names one of the files.</summary>
    internal bool AnyErrors => Others.Count > 0 || Shared.Any(shared => shared.Codes.Count > 0) || Read.Any(read => read.Codes.Count > 0);

    /// <summary>Searches builds that ran one after the other apart: the files of the first are there for the second.</summary>
    internal static FileConflicts Of(params IReadOnlyList<BuildLog> logs)
    {
        var together = new List<List<BuildLog>>();
        DateTime end = DateTime.MinValue;
        foreach (BuildLog log in logs.OrderBy(log => log.Builds.Select(build => build.Start).FirstOrDefault()))
        {
            if (together.Count == 0 || log.Builds[0].Start >= end)
            {
                together.Add([]);
            }

            together[^1].Add(log);
            end = log.Builds.Select(build => build.End).Append(end).Max();
        }

        ConflictSearch[] found = [.. together.Select(some => new ConflictSearch(BuildLog.Join(some)))];
        return new(
            [
                .. found.SelectMany(one => one.Shared).OrderByDescending(one => one.Codes.Count).ThenByDescending(one => one.Overlapping)
                    .ThenBy(one => one.IsSameContent).ThenByDescending(one => one.Files.Count),
            ],
            [.. found.SelectMany(one => one.Read)], [.. found.SelectMany(one => one.Others)],
            [.. logs.SelectMany(log => log.NestedBuilds)]);
    }
}
