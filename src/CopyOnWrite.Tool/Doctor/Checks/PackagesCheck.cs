using CopyOnWrite.Tool.Fixes;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Doctor.Checks;

/// <summary>
/// Whether package files can be cloned to the output folders; from another volume they are copied once, if there is a cache.
/// </summary>
internal static class PackagesCheck
{
    internal static Finding? Find(DoctorContext context)
    {
        FolderPair[] pairs = [.. context.Pairs.Where(pair => pair.Kind == PairKind.PackagesToOutput)];
        string detail = FolderPair.Describe(pairs, context.Repository);
        if (pairs.FirstOrDefault(pair => pair.Probe is { Clones: false, OnOneVolume: false, NotPermitted: null }) is { Probe: var probe })
        {
            if (!context.Pairs.Any(pair => pair.Kind == PairKind.CompiledToOutput && pair.Probe.Clones))
            {
                return null;    // The outputs' check says why.
            }

            string where =
                $"The package cache is on another volume than the outputs ({probe.SourceFileSystem} and {probe.DestinationFileSystem})";
            var move = Fix.Run(ShellText.Line(
                PackageFolders.Choose(context.Repository.Folder).Concat(context.CommandsToRestoreAnew())));
            return context.Caches.Any(cache => cache.IsOn && cache.State.Problem == CacheProblem.None)
                && context.Projects.All(project => project.Copy.IsOurs)
                ? Finding.Hint($"{where}, so each file is copied once per repository and then cloned from the cache", detail, move)
                : Finding.Attention($"{where}, and there is no cache, so package files are copied each time", detail, move);
        }

        return pairs.FirstOrDefault(pair => pair.Probe.NotPermitted is not null) is { } untried
            ? Finding.Unknown("No clone of package files could be tried", $"{detail}\n{untried.Probe.NotPermitted}")
            : pairs.Length == 0 || pairs.Any(pair => !pair.Probe.Clones) ? null    // The outputs' check says that already.
            : Finding.Ok("Package files are cloned from the package cache", detail);
    }
}
