using System;
using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>
/// Clones block by block on ReFS and Dev Drive where the system's own copy does not do so itself; everything else is that copy
/// (<see cref="SystemCopy"/>), whose result is the built-in task's.
/// </summary>
internal sealed partial class WindowsStrategy : ICopyStrategy
{
    // Windows 11 24H2 and Server 2025, whose CopyFile clones; cloning explicitly is slower there for small files. Microsoft's page "Block cloning"
    // names KB5034848 for 22H2 and 23H2 (22621.3235, 22631.3235), the engineer's own articles 24H2 only, and nothing shows which of those machines
    // have it switched on: an explicit clone is right either way.
    private const uint FirstBuildThatClones = 26100;

    // More than the last clusters of files, of 64 KiB at most on ReFS, and what the volume notes of them.
    private const ulong RoomForClusters = 256 * 1024;

    private readonly IWindowsCalls _calls;
    private readonly VolumePairs? _pairs;
    private readonly KnownVolumes _volumes;
    private readonly KnownFolders _folders;
    private readonly HotSources _hot = new();
    private readonly CleanFiles _clean = new();
    private uint _build;
    private int _longestPath;

    /// <param name="pairs">What is known of the volumes; null never clones: the plain-copy strategy.</param>
    /// <param name="freshFileSize">In bytes, where the policy has none (<see cref="ClonePolicy.FreshFileSize"/>).</param>
    internal WindowsStrategy(IWindowsCalls calls, VolumePairs? pairs, long freshFileSize = NeverFlushed)
    {
        _calls = calls;
        _freshFileSize = freshFileSize;
        _pairs = pairs;
        _volumes = new KnownVolumes(calls);
        _folders = new KnownFolders(calls, _volumes);
    }

    /// <summary>Nothing is kept: Windows has no names relative to an open folder that a Win32 call takes.</summary>
    public FolderMemory NewFolderMemory() => new NoFolderMemory();

    /// <summary>None yet on Windows.</summary>
    public CloneCache? NewCache(Func<string?> findFolder) => null;

    public void PruneCache(string folder, long maximumBytes, TimeSpan maximumAge)
    {
        // No cache, nothing to prune.
    }

    public bool MakesFilesAtOnce(string destination) => true;

    public bool AreOnOneVolume(string path, string other) =>
        VolumeOf(path) is { } volume && volume.Serial == VolumeOf(other)?.Serial;

    public FileOutcome Copy(string source, string destination, CloneCache? cache = null, ClonePolicy? policy = null)
    {
        // A zero would end the path early for the system. Without the machine's setting MSBuild refuses long paths, and the built-in says so.
        if (source.IndexOf('\0') >= 0 || destination.IndexOf('\0') >= 0 || IsTooLong(source) || IsTooLong(destination))
        {
            return FileOutcome.NotHandled(Reason.InvalidPath);
        }

        // Not found: the temporary name, or its folder, went away under us. There already: another process made the destination
        // meanwhile. Either way it has finished now.
        FileOutcome outcome = CopyOnce(source, destination, policy ?? ClonePolicy.Default);
        if (outcome.Reason == Reason.OtherError && (outcome.ErrorNumber == ERROR_FILE_NOT_FOUND || WinError.IsThereAlready(outcome.ErrorNumber)))
        {
            outcome = CopyOnce(source, destination, policy ?? ClonePolicy.Default);
        }

        return outcome.Reason == Reason.VolumeFull && WouldNotFitInPlace(source, destination, outcome.ErrorNumber)
            ? FileOutcome.NotHandled(Reason.VolumeFullEvenInPlace, outcome.ErrorNumber)
            : outcome;
    }

    private FileOutcome CopyOnce(string source, string destination, ClonePolicy policy)
    {
        FileOutcome refused = SourceFile.Look(_calls, _volumes, source, out SourceFile seen);
        if (refused.Kind == OutcomeKind.NotHandled)
        {
            return refused;
        }

        refused = SeenDestination.Look(_calls, destination, out bool exists);
        if (refused.Kind == OutcomeKind.NotHandled)
        {
            return refused;
        }

        Reason reason = WhyNotCloned(source, seen, destination, policy, out KnownFolders.Folder? folder);
        int refusal = 0;
        if (reason == Reason.None)
        {
            FileOutcome outcome = Clone(source, destination, exists, folder!, policy);
            if (outcome.Kind != OutcomeKind.NotHandled || !MayBeCopied(outcome.Reason))
            {
                return outcome;
            }

            reason = outcome.Reason;
            refusal = outcome.ErrorNumber;
        }

        int error = exists
            ? SystemCopy.Replace(_calls, source, seen, destination, folder ?? _folders.Of(destination))
            : SystemCopy.Make(_calls, source, seen, destination);
        return error == 0 ? FileOutcome.Copied(reason, seen.Length, refusal)
            : error == ERROR_PATH_NOT_FOUND ? FileOutcome.NotHandled(Reason.DestinationFolderMissing, error)
            : FileOutcome.NotHandled(WinError.OfFile(error), error);
    }

    /// <param name="folder">The destination's, where the answer is <see cref="Reason.None"/>.</param>
    private Reason WhyNotCloned(string source, in SourceFile seen, string destination, ClonePolicy policy, out KnownFolders.Folder? folder)
    {
        folder = null;
        if (seen.Length == 0 || _pairs is null || !SourceFile.IsPlain(seen.Attributes))
        {
            return seen.Length == 0 ? Reason.Empty : _pairs is null ? Reason.CloningNotAskedFor : Reason.FileCannotBeCloned;
        }

        folder = _folders.Of(destination);
        if (folder?.Volume is not { Clones: true } volume)
        {
            return Reason.VolumeCannotClone;
        }

        if ((seen.LinkedVolume ?? _folders.VolumeOf(source))?.Serial != volume.Serial)
        {
            return Reason.DifferentVolumes;
        }

        return _pairs.WhyNot(volume.Serial, volume.Serial) is var known and not Reason.None ? known
            : seen.Length < volume.ClusterSize ? Reason.BelowOneCluster
            : Build() >= FirstBuildThatClones ? Reason.SystemClones
            : seen.Length < policy.MinimumFileSize ? Reason.BelowMinimumSize
            : IsRecentAndSmall(source, seen, policy) ? Reason.Fresh
            : Reason.None;
    }

    /// <summary>
    /// After there was no room for a file beside the old one: whether there would be none in its place either. False where that cannot be known: what is
    /// compressed or sparse takes less room than it is long, and on a volume that clones the system's copy may.
    /// </summary>
    private bool WouldNotFitInPlace(string source, string destination, int error)
    {
        const uint TakesLess = FILE_ATTRIBUTE_COMPRESSED | FILE_ATTRIBUTE_SPARSE_FILE | FILE_ATTRIBUTE_REPARSE_POINT;
        return error is ERROR_DISK_FULL or ERROR_HANDLE_DISK_FULL
            && _folders.Of(destination)?.Volume is { Clones: false }
            && _calls.GetFileAttributes(destination, out WIN32_FILE_ATTRIBUTE_DATA old) == 0
            && _calls.GetFileAttributes(source, out WIN32_FILE_ATTRIBUTE_DATA wanted) == 0
            && ((old.FileAttributes | wanted.FileAttributes) & TakesLess) == 0
            && _calls.GetFreeBytes(Win32Path.FolderOf(destination), out ulong free) == 0
            && free + (ulong)old.Length + RoomForClusters < (ulong)wanted.Length;
    }

    private KnownVolume? VolumeOf(string path)
    {
        if (_calls.CreateFile(path, FILE_READ_ATTRIBUTES, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, out nint opened) != 0)
        {
            return null;
        }

        KnownVolume? volume = _volumes.Of(opened);
        _calls.CloseHandle(opened);
        return volume;
    }

    private bool IsTooLong(string path) =>
        path.Length >= Win32Path.MaximumLengthWithoutPrefix && path.Length > LongestPath();

    private int LongestPath()
    {
        if (_longestPath == 0)
        {
            _longestPath = _calls.LongPathsEnabled() ? int.MaxValue : Win32Path.MaximumLengthWithoutPrefix - 1;
        }

        return _longestPath;
    }

    private uint Build()
    {
        if (_build == 0)
        {
            _build = Math.Max(1, _calls.BuildNumber());
        }

        return _build;
    }

    /// <summary>Whether a clone that came to nothing for this reason is worth a copy.</summary>
    private static bool MayBeCopied(Reason reason) =>
        reason is Reason.FileCannotBeCloned or Reason.VolumeCannotClone or Reason.DifferentVolumes or Reason.Fresh or Reason.SourceNotFlushed;
}
