using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Threading;
using CopyOnWrite.Measurement;
using CopyOnWrite.Tool.Inspect;

namespace CopyOnWrite.Tool.Doctor;

/// <summary>Medians of a size.</summary>
internal sealed record ProbeTime(int Bytes, TimeSpan Cloning, TimeSpan Copying);

/// <summary>
/// Files that were really cloned from one folder to another, and copied by reading and writing for comparison; all are removed again.
/// </summary>
/// <param name="Why">Why they were not cloned; empty when they were.</param>
/// <param name="SharingTold">
/// Whether the file system tells which bytes files share, which proves it; else the call's answer is all that there is.
/// </param>
/// <param name="SystemCopyClones">
/// Whether the system's own copy, which the built-in task calls, clones there too; null when it cannot be seen.
/// </param>
/// <param name="NotPermitted">Why nothing could be tried; null when it could.</param>
internal sealed record CloneProbe(
    string SourceFileSystem, string DestinationFileSystem, bool OnOneVolume, bool Clones, string Why, bool SharingTold,
    bool? SystemCopyClones,
    IReadOnlyList<ProbeTime> Times, string? NotPermitted)
{
    private const int Rounds = 5;

    // Around a small assembly, a common one, a large one. None so small that a file system keeps it in its records.
    private static readonly int[] s_sizes = [16 * 1024, 256 * 1024, 4 * 1024 * 1024];

    // What builds do with small files that were just written is another question (docs/guide/policy.md); here it is whether a clone is
    // possible.
    private static readonly ClonePolicy s_everyFile = new(0, 0);

    internal static CloneProbe Run(string from, string to, CancellationToken cancel)
    {
        bool oneVolume = VolumeIdentity.Of(from) == VolumeIdentity.Of(to);
        var probe = new CloneProbe(FileSystemName.Of(from), FileSystemName.Of(to), oneVolume, false, string.Empty, false, null, [], null);
        string name = $".cow-doctor-{Guid.NewGuid():N}";
        string source = Path.Combine(from, name);
        string destination = Path.Combine(to, name + ".to");
        try
        {
            return Try(probe, source, destination, Sizes(Math.Max(Volume.At(from).ClusterBytes, Volume.At(to).ClusterBytes)), cancel);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return probe with { NotPermitted = e.Message };
        }
        finally
        {
            Remove(source);
            Remove(destination);
        }
    }

    /// <summary>None below two clusters: what is below one is not cloned, on ReFS of 64 KiB clusters too.</summary>
    internal static int[] Sizes(long clusterBytes) => [.. s_sizes.Select(size => (int)Math.Max(size, 2 * clusterBytes)).Distinct()];

    /// <summary>
    /// Empty when it is a clone. What the file system tells decides; where it tells nothing, the call's answer, which is also an answer
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

    private static CloneProbe Try(CloneProbe probe, string source, string destination, int[] sizes, CancellationToken cancel)
    {
        FileCloner? strategy = FileCloner.ForThisSystem();
        var times = new List<ProbeTime>();
        string why = strategy is null ? "there is no clone strategy for this system, so the built-in task is used" : string.Empty;
        bool told = false;
        bool? system = null;
        foreach (int size in sizes)
        {
            Write(source, size);
            if (strategy is not null)
            {
                CloneOutcome outcome = strategy.Copy(source, destination, null, s_everyFile);
                long? common = outcome.Kind == OutcomeKind.NotHandled ? null : Extents.BytesToldInCommon(source, destination);
                string whyNot = WhyNot(outcome, common, size);
                why = whyNot.Length > 0 ? whyNot : why;
            }

            Remove(destination);
            File.Copy(source, destination);
            long? shared = Extents.BytesToldInCommon(source, destination);
            told = shared is not null;
            system = told ? shared == size : null;
            times.Add(new ProbeTime(
                size,
                Median(destination, () => strategy?.Copy(source, destination, null, s_everyFile), cancel),
                Median(destination, () => File.WriteAllBytes(destination, File.ReadAllBytes(source)), cancel)));
        }

        return probe with { Clones = why.Length == 0, Why = why, SharingTold = told, SystemCopyClones = system, Times = times };
    }

    // To the disk, as sources of most copies are: a file that was just written is another case (docs/guide/policy.md).
    private static void Write(string path, int size)
    {
        Remove(path);
        using Microsoft.Win32.SafeHandles.SafeFileHandle file = File.OpenHandle(path, FileMode.CreateNew, FileAccess.Write);
        RandomAccess.Write(file, RandomNumberGenerator.GetBytes(size), 0);
        RandomAccess.FlushToDisk(file);
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
