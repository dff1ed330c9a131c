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
internal sealed record TrialTime(int Bytes, TimeSpan Cloning, TimeSpan Copying);

/// <summary>
/// Files that were really cloned from one folder to another, and copied by reading and writing for comparison; all are removed again.
/// </summary>
/// <param name="Why">Why they were not cloned; empty when they were, which their extents prove.</param>
/// <param name="SystemCopyClones">Whether the system's own copy, which the built-in task calls, clones there too.</param>
/// <param name="NotPermitted">Why nothing could be tried; null when it could.</param>
internal sealed record Trial(
    string SourceFileSystem, string DestinationFileSystem, bool OnOneVolume, bool Clones, string Why, bool SystemCopyClones, IReadOnlyList<TrialTime> Times, string? NotPermitted)
{
    private const int Rounds = 5;

    // Around a small assembly, a common one, a large one. None so small that a file system keeps it in its records.
    private static readonly int[] s_sizes = [16 * 1024, 256 * 1024, 4 * 1024 * 1024];

    internal static Trial Run(string from, string to, CancellationToken cancel)
    {
        bool oneVolume = FileStatus.OfTarget(from).Device == FileStatus.OfTarget(to).Device;
        var trial = new Trial(FileSystemName.Of(from), FileSystemName.Of(to), oneVolume, false, string.Empty, false, [], null);
        string name = $".cow-doctor-{Guid.NewGuid():N}";
        string source = Path.Combine(from, name);
        string destination = Path.Combine(to, name + ".to");
        try
        {
            return Try(trial, source, destination, cancel);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return trial with { NotPermitted = e.Message };
        }
        finally
        {
            Remove(source);
            Remove(destination);
        }
    }

    private static Trial Try(Trial trial, string source, string destination, CancellationToken cancel)
    {
        ICopyStrategy? strategy = CopyStrategy.ForThisSystem();
        var times = new List<TrialTime>();
        bool clones = strategy is not null;
        string why = strategy is null ? "there is no clone strategy for this system, so the built-in task is used" : string.Empty;
        bool system = false;
        foreach (int size in s_sizes)
        {
            Write(source, size);
            if (strategy is not null)
            {
                FileOutcome outcome = strategy.Copy(source, destination);
                long common = Extents.BytesInCommon(source, destination);
                why = outcome.Kind != OutcomeKind.Cloned ? $"{ReasonText.Of(outcome.Reason)}"
                    : common != size ? $"a clone was made, but only {common} of {size} bytes are in common"
                    : why;
                clones &= outcome.Kind == OutcomeKind.Cloned && common == size;
            }

            Remove(destination);
            File.Copy(source, destination);
            system = Extents.BytesInCommon(source, destination) == size;
            times.Add(new TrialTime(
                size,
                Median(destination, () => strategy?.Copy(source, destination), cancel),
                Median(destination, () => File.WriteAllBytes(destination, File.ReadAllBytes(source)), cancel)));
        }

        return trial with { Clones = clones, Why = why, SystemCopyClones = system, Times = times };
    }

    // To the disk, as sources of most copies are: a file that was just written is another case (docs/policy.md).
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
