using System.Diagnostics;
using System.Security.Cryptography;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Tool.Doctor;

/// <summary>Medians of a size.</summary>
internal sealed record ProbeTime(int Bytes, TimeSpan Cloning, TimeSpan Copying);

/// <summary>
/// Files that were really cloned from one folder to another, as the task does it, and copied by reading and writing for comparison; all are
/// removed again. The core's own trial (<see cref="FileCloner.ProbeClone"/>) gives neither proof nor times.
/// </summary>
/// <param name="Why">Why they were not cloned; empty when they were.</param>
/// <param name="SystemCopyClones">
/// Whether the system's own copy, which the built-in task calls, clones there too; null where the file system does not tell which bytes
/// files share. Then the call's answer is all that there is.
/// </param>
/// <param name="NotPermitted">Why nothing could be tried; null when it could.</param>
internal sealed record CloneProbe(
    string SourceFileSystem, string DestinationFileSystem, bool OnOneVolume, string Why, bool? SystemCopyClones,
    IReadOnlyList<ProbeTime> Times, string? NotPermitted)
{
    private const int Rounds = 5;

    // Around a small assembly, a common one, a large one. None so small that a file system keeps it in its records.
    private static readonly int[] s_sizes = [16 * 1024, 256 * 1024, 4 * 1024 * 1024];

    internal bool Clones => Why.Length == 0 && NotPermitted is null;

    internal static CloneProbe Run(string from, string to, CancellationToken cancel)
    {
        bool oneVolume = VolumeIdentity.Of(from) == VolumeIdentity.Of(to);
        var probe = new CloneProbe(Volume.At(from).FileSystem, Volume.At(to).FileSystem, oneVolume, string.Empty, null, [], null);
        string name = $".cow-doctor-{Guid.NewGuid():N}";
        string source = Path.Combine(from, name);
        string destination = Path.Combine(to, name + ".to");
        try
        {
            foreach (int size in Sizes(Math.Max(Volume.At(from).ClusterBytes, Volume.At(to).ClusterBytes)))
            {
                probe = probe.With(size, source, destination, cancel);
            }

            return probe;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return probe with { NotPermitted = e.Message };
        }
        finally
        {
            // Nothing where the folder is gone.
            Remove(source);
            Remove(destination);
        }
    }

    /// <summary>None below two clusters: what is below one is not cloned, on ReFS of 64 KiB clusters too.</summary>
    internal static int[] Sizes(long clusterBytes) => [.. s_sizes.Select(size => (int)Math.Max(size, 2 * clusterBytes)).Distinct()];

    /// <summary>
    /// Empty when it is a clone. What the file system reports decides; where it reports nothing, the call's answer, which is also an answer
    /// where the system's own copy was called because that one clones.
    /// </summary>
    /// <param name="common">Bytes in common; null where the file system does not tell.</param>
    internal static string WhyNot(CloneOutcome outcome, long? common, int size)
    {
        bool answered = outcome.IsClone || (outcome.Kind == OutcomeKind.Copied && outcome.Reason == Reason.SystemCopyClones);
        return common == size || (answered && common is null) ? string.Empty
            : outcome.IsClone ? $"a clone was made, but only {common} of {size} bytes are shared"
            : answered ? $"by the system's own copy, which clones from this version on, but only {common} of {size} bytes are shared"
            : ReasonText.Of(outcome.Reason);
    }

    private CloneProbe With(int size, string source, string destination, CancellationToken cancel)
    {
        FileCloner? cloner = FileCloner.ForThisSystem();
        CloneOutcome? Clone() => cloner?.Copy(source, destination, flushesSources: true);
        File.WriteAllBytes(source, RandomNumberGenerator.GetBytes(size));
        using (FileStream file = File.OpenWrite(source))
        {
            // As sources of most copies are.
            file.Flush(flushToDisk: true);
        }

        CloneOutcome? outcome = Clone();
        string why = outcome is { } known
            ? WhyNot(known, known.Kind == OutcomeKind.NotHandled ? null : Extents.BytesInCommonOrNull(source, destination), size)
            : "there is no clone strategy for this system, so the built-in task is used";
        Remove(destination);
        File.Copy(source, destination);
        long? shared = Extents.BytesInCommonOrNull(source, destination);
        TimeSpan cloning = Median(destination, () => Clone(), cancel);
        TimeSpan copying = Median(destination, () => File.WriteAllBytes(destination, File.ReadAllBytes(source)), cancel);
        return this with
        {
            Why = why.Length > 0 ? why : Why,
            SystemCopyClones = shared is null ? null : shared == size,
            Times = [.. Times, new ProbeTime(size, cloning, copying)],
        };
    }

    private static TimeSpan Median(string destination, Action copy, CancellationToken cancel)
    {
        TimeSpan[] times = [.. Enumerable.Range(0, Rounds).Select(_ =>
        {
            cancel.ThrowIfCancellationRequested();
            Remove(destination);
            long begin = Stopwatch.GetTimestamp();
            copy();
            return Stopwatch.GetElapsedTime(begin);
        }).Order()];
        return times[Rounds / 2];
    }

    private static void Remove(string path)
    {
        if (File.Exists(path))
        {
            File.Delete(path);
        }
    }
}
