namespace CopyOnWrite.Tasks;

/// <summary>The cross-volume cache of a call; the first file that needs it opens it.</summary>
internal sealed class CallCache(Platform platform, Settings settings, Task task, string projectFolder) : IDisposable
{
    /// <summary>Null where the system has no cache, or it is turned off.</summary>
    internal CloneCache? Entries { get; } =
        settings.HasCache ? platform.NewCache(() => settings.CachePlaces(projectFolder, platform)) : null;

    /// <summary>Called once, at the end of the call.</summary>
    public void Dispose()
    {
        bool isToBePruned = Entries?.IsToBePruned == true;
        Entries?.Dispose();
        if (Entries is not { Folder: { } folder } cache)
        {
            return;
        }

        CacheFiller filler = platform.CacheFiller;
        if (isToBePruned)
        {
            filler.Prune(folder, () => platform.PruneCache(folder, settings.CacheMaximumBytes, settings.CacheMaximumAge));
        }

        if (isToBePruned || settings.WaitsForCache)
        {
            // MSBuild's nodes live on. Each process of a build disposes of its registered objects at the end, one for each key: a process
            // may have two fillers, of copying and of staging. One project can have the build wait, as one does that prepares a machine's
            // image.
            if (settings.WaitsForCache)
            {
                filler.WaitsAtTheEnd = true; // Never back to false here: another project's call may set it at the same time (-mt).
            }

            RegisteredObjects.Register(task.BuildEngine4, filler, filler);
        }

        if (filler.TakeException() is { } exception)
        {
            task.Log.LogMessage(MessageImportance.Low, "{0}", $"CopyOnWrite: work for the cross-volume cache failed: {exception}");
        }

        if (cache.Problem != CacheProblem.None)
        {
            LogWhyItIsNotUsed(cache, folder);
        }
    }

    /// <summary>Never a warning: the build is only slower. At normal importance once in a build, if a property set the folder.</summary>
    private void LogWhyItIsNotUsed(CloneCache cache, string folder)
    {
        bool chosen = settings.CachePath is not null;
        string code = CacheProblemText.CodeOf(cache.Problem);
        string name = chosen ? $"the folder set by {Settings.CachePathProperty}, '{folder}'," : $"'{folder}'";
        string error = cache.ErrorNumber == 0 ? string.Empty : $" (error {cache.ErrorNumber})";
        string effect = cache.Problem is CacheProblem.NotWritable or CacheProblem.NearlyFull
            ? "so nothing is added to the cross-volume cache there: package files that are not in the cache are copied each time"
            : "so the cross-volume cache is not used there and package files from another volume are copied each time";
        string step = CacheProblemText.StepOf(cache.Problem, platform, folder) is { } todo ? $" {todo}." : string.Empty;
        string why = CacheProblemText.Of(cache.Problem, platform, folder);
        string text = $"CopyOnWrite: {name} {why}{error}, {effect}.{step} See {Documentation.PageOf(code)}";
        bool normal = BuildState.Of(task.BuildEngine4).IsNewProblem(text) && chosen && cache.Problem != CacheProblem.OnAnotherVolume;
        task.Log.LogMessage(null, code, null, null, 0, 0, 0, 0, normal ? MessageImportance.Normal : MessageImportance.Low, "{0}", text);
    }
}
