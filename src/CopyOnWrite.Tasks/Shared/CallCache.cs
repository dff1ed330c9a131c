using System.IO;
using Microsoft.Build.Framework;
using Microsoft.Build.Utilities;

namespace CopyOnWrite.Tasks;

/// <summary>The cross-volume cache of a call; the first file that needs it opens it.</summary>
internal sealed class CallCache
{
    private readonly Platform _platform;
    private readonly Settings _settings;
    private readonly Task _task;

    internal CallCache(Platform platform, Settings settings, Task task, string projectFolder)
    {
        _platform = platform;
        _settings = settings;
        _task = task;
        Entries = settings.HasCache ? platform.NewCache(() => settings.FindCache(projectFolder, platform)) : null;
        if (Entries is not null)
        {
            platform.CacheFiller.CallBegins();
        }
    }

    /// <summary>Null where the system has no cache, or it is turned off.</summary>
    internal CloneCache? Entries { get; }

    /// <summary>Called once, at the end of the call.</summary>
    internal void Close()
    {
        if (Entries is { } cache)
        {
            try
            {
                if (cache.Folder is { } folder)
                {
                    Close(cache, folder);
                }
            }
            finally
            {
                // Also after an exception, such as a logger's: the process may live on.
                _platform.CacheFiller.CallEnds();
            }
        }
    }

    private void Close(CloneCache cache, string folder)
    {
        bool isOpen = cache.IsOpen;
        cache.Dispose();
        if (_platform.CacheFiller.TakeException() is { } exception)
        {
            _task.Log.LogMessage(MessageImportance.Low, "{0}", $"CopyOnWrite: work for the cross-volume cache failed: {exception}");
        }

        if (cache.Problem != CacheProblem.None)
        {
            LogWhyItIsNotUsed(cache, folder);
        }

        if (isOpen)
        {
            _platform.CacheFiller.Prune(
                folder, cache.HasAdded,
                interval => _platform.PruneCache(folder, _settings.CacheMaximumBytes, _settings.CacheMaximumAge, interval: interval));
            if (_settings.WaitsForCache || cache.HasAdded)
            {
                CacheAtTheEndOfTheBuild.Register(_task.BuildEngine4, _platform.CacheFiller, _settings.WaitsForCache);
            }
        }
    }

    /// <summary>
    /// Never a warning: the build is right, only slower. Logged once at the level of a normal log if a property set the folder;
    /// later calls of the process log it at low importance.
    /// </summary>
    private void LogWhyItIsNotUsed(CloneCache cache, string folder)
    {
        bool chosen = _settings.CachePath is not null;
        string code = CacheProblemText.CodeOf(cache.Problem);
        string name = chosen ? $"the folder set by {Settings.CachePathProperty}, '{folder}'," : $"'{folder}'";
        string error = cache.ErrorNumber == 0 ? string.Empty : $" (error {cache.ErrorNumber})";
        string effect = cache.Problem is CacheProblem.NotWritable or CacheProblem.NearlyFull
            ? "so nothing is added to the cross-volume cache there: package files that it lacks are copied each time"
            : "so the cross-volume cache is not used there and package files from another volume are copied each time";
        string step = CacheProblemText.StepAsOwner(cache.Problem, _platform, folder) is { } asOwner ? $" {asOwner}"
            : cache.Problem == CacheProblem.WrongOwner && Path.DirectorySeparatorChar == '/'
            ? $" `sudo rm -r '{folder}'` removes it."
            : string.Empty;
        string why = CacheProblemText.Of(cache.Problem, _platform, folder);
        string text = $"CopyOnWrite: {name} {why}{error}, {effect}.{step} See {Documentation.PageOf(code)}";
        bool normal = TaskProcess.Instance.IsNewCacheProblem(text) && chosen && cache.Problem != CacheProblem.OnAnotherVolume;
        _task.Log.LogMessage(null, code, null, null, 0, 0, 0, 0, normal ? MessageImportance.Normal : MessageImportance.Low, "{0}", text);
    }
}
