using System.Security.Cryptography;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Tool.Doctor;

/// <summary>
/// A file that was cloned from one folder to another, as the task does it, and removed again. The core's own trial
/// (<see cref="FileCloner.ProbeClone"/>) does not compare which bytes both share.
/// </summary>
/// <param name="SourceVolume">By <see cref="VolumeIdentity"/>, as the destination's.</param>
/// <param name="Why">Why it was not cloned; empty when it was.</param>
/// <param name="SystemCopyClones">
/// Whether the system's own copy, which the built-in task calls, clones there too; null where the file system does not report which bytes
/// files share. Then only the call's result is known.
/// </param>
/// <param name="NotPermitted">Why nothing could be tried; null when it could.</param>
internal sealed record CloneProbe(
    string SourceVolume, string SourceFileSystem, string DestinationVolume, string DestinationFileSystem, string Why,
    bool? SystemCopyClones, string? NotPermitted)
{
    // As a common assembly. A small file may be kept in a file system's metadata, which no other file can share.
    private const int CommonSize = 256 * 1024;

    internal bool OnOneVolume => SourceVolume == DestinationVolume;

    internal bool Clones => Why.Length == 0 && NotPermitted is null;

    internal static CloneProbe Run(string from, string to)
    {
        var (source, destination) = (Volume.At(from), Volume.At(to));
        var probe = new CloneProbe(
            VolumeIdentity.Of(from), source.FileSystem, VolumeIdentity.Of(to), destination.FileSystem, string.Empty, null, null);
        string name = $".cow-doctor-{Guid.NewGuid():N}";
        (string file, string copy) = (Path.Combine(from, name), Path.Combine(to, name + ".to"));
        try
        {
            return probe.With(file, copy, Size(Math.Max(source.ClusterBytes, destination.ClusterBytes)));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return probe with { NotPermitted = e.Message };
        }
        finally
        {
            Remove(file);
            Remove(copy);
        }
    }

    /// <summary>Not below two clusters: what is below one is not cloned.</summary>
    internal static int Size(long clusterBytes) => (int)Math.Max(CommonSize, 2 * clusterBytes);

    /// <summary>
    /// Empty when it is a clone. What the file system reports decides; where it reports nothing, the call's result, which counts as well
    /// where the system's own copy was called because that one clones.
    /// </summary>
    /// <param name="common">Bytes in common; null where the file system does not report them.</param>
    internal static string WhyNot(CloneOutcome outcome, long? common, int size)
    {
        bool answered = outcome.IsClone || (outcome.Kind == OutcomeKind.Copied && outcome.Reason == Reason.SystemCopyClones);
        return common == size || (answered && common is null) ? string.Empty
            : outcome.IsClone ? $"a clone was made, but only {common} of {size} bytes are shared"
            : answered ? $"by the system's own copy, which clones from this version on, but only {common} of {size} bytes are shared"
            : ReasonText.Of(outcome.Reason);
    }

    private CloneProbe With(string source, string destination, int size)
    {
        File.WriteAllBytes(source, RandomNumberGenerator.GetBytes(size));
        CloneOutcome? outcome = FileCloner.ForThisSystem()?.Copy(source, destination, flushesSources: true);
        string why = outcome is { } known
            ? WhyNot(known, known.Kind == OutcomeKind.NotHandled ? null : Extents.BytesInCommonOrNull(source, destination), size)
            : "there is no clone strategy for this system, so the built-in task is used";
        Remove(destination);
        File.Copy(source, destination);
        return this with
        {
            Why = why,
            SystemCopyClones = Extents.BytesInCommonOrNull(source, destination) is { } shared ? shared == size : null,
        };
    }

    // The folder may be gone.
    private static void Remove(string path)
    {
        if (File.Exists(path))
        {
            File.Delete(path);
        }
    }
}
