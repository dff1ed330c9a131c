using CopyOnWrite.Tasks;

namespace CopyOnWrite.Tool.Report;

/// <summary>Recommends changes so that more files are cloned: one for each reason and place, the most bytes first.</summary>
internal static class Recommendations
{
    internal const string WithoutPreload = "Build without LD_PRELOAD, or run only the packaging step under it";

    private const int Most = 10;

    internal static IReadOnlyList<Recommendation> Of(IReadOnlyList<FileCopy> files)
    {
        IEnumerable<Recommendation> recommendations = files
            .Where(file => file is { Kind: CopyKind.Copied or CopyKind.Left or CopyKind.Failed, Why: not null })
            .GroupBy(file => (Why: file.Why!.Value, Place: PlaceOf(file.Why!.Value, file)))
            .Select(same => Make(same.Key.Why, [.. same]))
            .OfType<Recommendation>();
        return [.. recommendations.OrderByDescending(one => one.Bytes)
            .ThenByDescending(one => one.Files)
            .ThenBy(one => one.What, StringComparer.Ordinal)
            .Take(Most)];
    }

    /// <summary>The recommendation for a file that is not a clone; null where nothing would help.</summary>
    internal static string? For(FileCopy file) => file.Why is { } why ? Make(why, [file])?.What : null;

    private static Recommendation? Make(WhyCopied why, FileCopy[] files) =>
        !(IsOfVolumes(why) && Array.TrueForAll(files, IsOfDotNetSdk))
            && (why.Fallback != FallbackReason.None
                ? OfCall(why.Fallback)
                : OfFiles(why.Reason, FolderOf(files.Select(file => file.From)), FolderOf(files.Select(file => file.To)))) is { } what
            ? new Recommendation(what + ".", files.Length, files.Sum(file => file.Bytes))
            : null;

    private static string? OfFiles(Reason reason, string sources, string destinations)
    {
        string put = $"Put {sources} on the volume of {destinations}";
        string orPut = $"Or put {sources} on the volume of {destinations}";
        return reason switch
        {
            // The last is the system's own copy, which clones where the volume can.
            Reason.None or Reason.Empty or Reason.BelowOneCluster or Reason.SystemCopyClones => null,
            Reason.DifferentVolumes => put,
            Reason.DifferentVolumesTooSmall => $"{put}: these are below 16 KiB, which is too small for the cross-volume cache",
            Reason.DifferentVolumesCacheUnusable =>
                $"Make the cross-volume cache usable: its folder cannot be used or is full (`dotnet cow doctor` says what to do). {orPut}",
            Reason.DifferentVolumesWithoutCache =>
                $"Turn the cross-volume cache on: CopyOnWriteCache is false, or it has no folder. {orPut}",
            Reason.DifferentVolumesTooNew =>
                $"{put}: these changed less than two seconds before they were copied (on Windows two minutes), or later than the clock "
                    + "said, which is too new for the cross-volume cache",
            Reason.DifferentVolumesBeingCached =>
                "Keep the cross-volume cache between builds: the first copy of a source in its present state only fills it, and the next "
                    + $"build clones. {orPut}",
            Reason.VolumeCannotClone =>
                $"Build on a volume that clones: that of {destinations} cannot (`dotnet cow doctor` there names others)",
            Reason.SourceIsDirty =>
                "Set CopyOnWriteFlushSources to true, if no other program reads these while they are copied: they were just written, and "
                    + "Windows before 11 24H2 may clone zeros unless they are flushed first",
            Reason.CloningDisabled => "Remove the setting that forces full copies",
            Reason.FileCannotBeCloned when !LoggedPath.IsOfWindows(sources) =>
                $"Check the files below {sources}: the file system clones, but refused these (either nodatacow on one side, which "
                    + "lsattr shows, or overlay layers on two volumes)",
            Reason.FileCannotBeCloned =>
                $"Check the files below {sources}: the file system clones, but refused these (on ReFS, integrity streams on one side)",
            Reason.FlushFailed =>
                $"Make the files below {sources} writable, and close the programs that have them open: CopyOnWriteFlushSources could not "
                    + "flush these",
            Reason.ReferenceLimit =>
                $"Run `refsutil leak` on the volume of {sources}: ReFS counts 8,176 references to blocks of these files, its limit, and "
                    + "may still count those of deleted files",
            _ => OfFilesNotCloned(reason, sources, destinations),
        };
    }

    /// <summary>Advises on files that the task neither cloned nor copied: MSBuild's own Copy got them, or they failed.</summary>
    private static string? OfFilesNotCloned(Reason reason, string sources, string destinations) => reason switch
    {
        Reason.SourceMissing =>
            $"Let the projects that copy from {sources} wait for the project that writes there: these files were missing",
        Reason.SourceIsNotAFile => $"Name files as sources: these below {sources} are folders, pipes, sockets or devices",
        Reason.DestinationFolderMissing => $"Check {destinations}: a folder there could not be created",
        Reason.DestinationExists =>
            $"Let one process at a time write to {destinations}: another process created these files at the same moment",
        Reason.DestinationIsNotARegularFile =>
            $"Check the destinations below {destinations}: each of these is a link, a folder or its own source, which only MSBuild's own "
                + "Copy handles",
        Reason.DestinationIsReadOnly =>
            $"Make these files below {destinations} writable, or set OverwriteReadOnlyFiles: they are read-only",
        Reason.DestinationOfAnotherUser =>
            $"Build as the user who owns these files below {destinations}, or delete them as that user",
        Reason.DestinationFolderRefuses =>
            $"Check the access rights and the file system of {destinations}: the system refused to rename these files",
        Reason.DestinationHasHardLinks =>
            $"Let the user who builds create files in {destinations}: the task could not replace these files there, and a write into them "
                + "would change their other hard links",
        Reason.DestinationNamedTwice =>
            $"Give each source a separate destination below {destinations}: a call named these destinations twice",
        Reason.Locked =>
            $"Close the program that had files below {sources} or {destinations} open; if that was another project or build, let one wait "
                + "for the other",
        Reason.AccessDenied => $"Let the user who builds read {sources} and write to {destinations}: the system denied access",
        Reason.VolumeFull => $"Free space on the volume of {destinations}: it was full",
        Reason.InputOutputError => $"Check the disks of {sources} and {destinations}: reading or writing failed there",
        Reason.UnsupportedPath =>
            $"Use shorter, ordinary paths below {sources} and {destinations}: these are too long, lead over too many links, or are paths "
                + "of devices",
        Reason.OtherError =>
            "Look in the build's log for COW1009, and for an error number in the lines that begin with CopyOnWrite: an unexpected error "
                + $"concerns files below {destinations}",
        _ => null,
    };

    private static string? OfCall(FallbackReason reason) => reason switch
    {
        FallbackReason.PreloadedLibrary =>
            $"{WithoutPreload}: the task left these to MSBuild's own Copy, as {FallbackText.Of(reason)}",
        FallbackReason.SystemCallMissing =>
            "Build on a system with a newer C library: this system lacks a call that cloning needs, which the Copy call's line names",
        FallbackReason.UnsupportedPath => "Correct the paths of these calls: MSBuild's own Copy reports the invalid one",
        FallbackReason.SourceFolders => "Pass these files as SourceFiles (a wildcard) instead of their folders as SourceFolders",
        FallbackReason.UseHardlinks =>
            "Remove what sets UseHardlinksIfPossible, such as CreateHardLinksForCopyLocalIfPossible: these became hard links, or copies",
        FallbackReason.UseSymboliclinks =>
            "Remove what sets UseSymboliclinksIfPossible, such as CreateSymbolicLinksForCopyLocalIfPossible: these became symbolic links, "
                + "or copies",
        FallbackReason.UseSymboliclinksByEnvironment =>
            "Unset the environment variable MSBuildUseSymboliclinksIfPossible: with it these became symbolic links, or copies",
        FallbackReason.CopyWithoutDelete =>
            "Unset the environment variable MSBUILDCOPYWITHOUTDELETE: with it MSBuild's own Copy writes into existing files",
        FallbackReason.InOrder =>
            "Unset the environment variable MSBUILDCOPYTASKPARALLELISM: 1 means one file after the other, which is left to MSBuild's own "
                + "Copy",

        // Of the others, nothing was to be copied.
        _ => null,
    };

    /// <summary>Gives the top folder of files on another volume, which should be moved.</summary>
    private static string PlaceOf(WhyCopied why, FileCopy file) => !IsOfVolumes(why) ? string.Empty
        : string.Join('/', NamesIn(file.From).Take(file.From.StartsWith(@"\\", StringComparison.Ordinal) ? 4 : 2));

    private static bool IsOfVolumes(WhyCopied why) => why.Code.StartsWith(nameof(Reason.DifferentVolumes), StringComparison.Ordinal);

    /// <summary>Whether the file is the .NET SDK's, which stays where it is installed.</summary>
    private static bool IsOfDotNetSdk(FileCopy file) => NamesIn(file.From).Contains("Sdks");

    private static string[] NamesIn(string path) => path.Split(LoggedPath.IsOfWindows(path) ? '\\' : '/');

    /// <summary>Gives the files' common folder; for files of packages the folder of all packages, which can be moved.</summary>
    private static string FolderOf(IEnumerable<string> paths)
    {
        string folder = LoggedPath.InCommon(paths).TrimEnd('/', '\\');
        string packages = Path.TrimEndingDirectorySeparator(Folders.OfPackages);
        return Folders.IsIn(folder, packages) ? packages : folder;
    }
}
