namespace CopyOnWrite.Tool.Bench;

/// <summary>The result in words, tables, Markdown and HTML.</summary>
internal sealed class BenchReport(BenchResult result)
{
    internal IReadOnlyList<Verdict> Verdicts { get; } = Verdict.Of(result);

    internal bool OutputsAreTheSame => result.Arms.All(arm => arm.Outputs.Differences.Count == 0);

    /// <summary>The first line: a fault if there is one, otherwise the SDK's verdict on the first volume.</summary>
    internal string Summary => (OutputsAreTheSame ? string.Empty : "Warning: the arms produced different outputs. ")
        + (Verdicts.Count == 0 ? "Nothing was compared."
            : (Verdicts.FirstOrDefault(verdict => verdict.Kind == ArmKind.Sdk) ?? Verdicts[0]).Words);

    /// <summary>The lines below the first one.</summary>
    internal void WriteTo(Screen screen)
    {
        foreach (string line in BelowSummary())
        {
            screen.Line(line);
        }

        Rows.Write(screen, BenchTables.Of(result), Notes());
    }

    internal string Markdown() => Output.Markdown.Of(Summary, Conclusions(), BenchTables.Of(result), Notes());

    internal string Html() => Page.Of($"Builds of {result.Repository}", Summary, BelowSummary(), BenchTables.Of(result), Notes());

    private IEnumerable<string> Conclusions() => Verdicts.Select(verdict => verdict.Words);

    private IEnumerable<string> BelowSummary() => Conclusions().Where(line => !Summary.EndsWith(line, StringComparison.Ordinal));

    private IEnumerable<string> Notes()
    {
        foreach (string note in result.Volumes.SelectMany(OfVolume))
        {
            yield return note;
        }

        if (OutputsAreTheSame && result.Volumes.Any(volume => volume.Arms.Count > 1))
        {
            yield return "The outputs of all arms of a volume are the same: names, contents, modes.";
        }

        yield return "Wall seconds are medians of `dotnet build --no-restore` as a whole, every output deleted before; with nothing to "
            + "do, right after that build. The first round is dropped. The ratio is to the built-in's on the same volume; its interval "
            + $"(95%, by bootstrap over rounds) needs {BenchOptions.EnoughRounds} rounds. Seconds of the Copy task are summed over calls "
            + "that may run at the same time. Unshared is the part of the outputs that shares no blocks with other files.";
        if (result.Arms.Any(arm => arm.Files is not null))
        {
            yield return OperatingSystem.IsLinux()
                ? "Cloned and copied are counted by the extents of the copied files, those from the cache by the SDK's task."
                : "Cloned is what the SDK's task logs; on this system nothing shows what the built-in task cloned.";
        }

        foreach (VolumeResult volume in result.Volumes)
        {
            string load = volume.LoadBefore is null ? string.Empty
                : string.Create(CultureInfo.InvariantCulture, $"load {volume.LoadBefore} before, {volume.LoadAfter} after, ");
            yield return string.Create(
                CultureInfo.InvariantCulture,
                $"{volume.Name}: {volume.Date:yyyy-MM-dd HH:mm} UTC, {volume.MachineName}, {volume.Machine.Describe()}, "
                + $".NET SDK {volume.DotNetSdk}, CopyOnWrite.Sdk {volume.SdkVersion}, {volume.Packages}, "
                + $"{load}seed {volume.Seed}; {volume.Volume}");
        }
    }

    /// <summary>The differences of outputs.</summary>
    private IEnumerable<string> OfVolume(VolumeResult volume)
    {
        if (volume.NotTheSame.Count > 0)
        {
            yield return $"{volume.Name}: {Words.Count(volume.NotTheSame.Count, "file")} already differ between two built-in builds, "
                + $"such as {volume.NotTheSame[0]}, and were not compared.";
        }

        foreach (ArmResult arm in volume.Arms)
        {
            if (arm.Outputs.Differences is [var first, ..] all)
            {
                yield return $"{volume.Name}, {ArmNames.Of(arm.Kind)}: the outputs differ from the built-in's in "
                    + $"{Words.Count(all.Count, "line")}, the first: {first}";
            }
        }
    }
}
