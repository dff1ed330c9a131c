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
            .Where(file => file is { Kind: CopyKind.Copied or CopyKind.Left, Why: not null })
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
            && TextOf(why, FolderOf(files.Select(file => file.From)), FolderOf(files.Select(file => file.To))) is { } what
            ? new Recommendation(what + ".", files.Length, files.Sum(file => file.Bytes))
            : null;

    private static string? TextOf(WhyCopied why, string sources, string destinations)
    {
        string put = $"Put {sources} on the volume of {destinations}";
        string orPut = $"Or put {sources} on the volume of {destinations}";
        return why.Reason switch
        {
            Reason.None or Reason.Empty => null,
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
            _ when why.Fallback == FallbackReason.PreloadedLibrary =>
                $"{WithoutPreload}: the task left these to MSBuild's own Copy, as {why.Words}",
            _ => $"Check the files below {destinations}, which the task left to MSBuild's own Copy: {why.Words}",
        };
    }

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
