using System.Linq;
using CopyOnWrite.Tool.Cache;
using CopyOnWrite.Tool.Fixes;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Doctor.Checks;

/// <summary>
/// Whether package files can be cloned to the output folders; from another volume they are copied once, if there is a cache.
/// </summary>
internal static class PackagesCheck
{
    internal static Check Check { get; } = new("packages", Find);

    private static Finding? Find(DoctorContext context)
    {
        FolderPair[] pairs = [.. context.Pairs.Where(pair => pair.Kind == PairKind.PackagesToOutput)];
        string detail = string.Join('\n', pairs.Select(pair => PairText.Of(pair, context.Repository)));
        if (pairs.FirstOrDefault(pair => pair.Probe is { Clones: false, OnOneVolume: false, NotPermitted: null }) is { } elsewhere)
        {
            CacheInUse? cache = context.Caches.FirstOrDefault(cache => cache.IsOn && cache.State.Problem == CacheProblem.None);
            if (!context.Pairs.Any(pair => pair.Kind == PairKind.CompiledToOutput && pair.Probe.Clones))
            {
                return null;    // The outputs' check says why.
            }

            string where = $"The package cache is on another volume than the outputs ({elsewhere.Probe.SourceFileSystem} and "
                + $"{elsewhere.Probe.DestinationFileSystem})";
            var move = new CommandStep(ShellText.Line(
                PackageFolders.Choose(context.Repository.Folder).Concat(context.CommandsToRestoreAnew())));
            return cache is not null && context.Projects.All(project => project.Copy.IsOurs)
                ? new Finding(
                    CheckStatus.Hint, $"{where}, so each file is copied once per repository and then cloned from the cache", detail, [move])
                : new Finding(
                    CheckStatus.Attention, $"{where}, and there is no cache, so package files are copied each time", detail, [move]);
        }

        return pairs.FirstOrDefault(pair => pair.Probe.NotPermitted is not null) is { } untried
            ? new Finding(
                CheckStatus.Unknown,
                "No clone of package files could be tried",
                $"{detail}\n{untried.Probe.NotPermitted}")
            : pairs.Length == 0 || pairs.Any(pair => !pair.Probe.Clones) ? null    // The outputs' check says that already.
            : new Finding(CheckStatus.Ok, "Package files are cloned from the package cache", detail);
    }
}
