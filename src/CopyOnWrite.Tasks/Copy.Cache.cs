using System;
using System.IO;
using System.Threading;
using Microsoft.Build.Framework;

namespace CopyOnWrite.Tasks;

/// <summary>The clone source cache of a call, which is opened by the first file that needs it.</summary>
public partial class Copy
{
    private static string? s_saidOfCache;

    private CloneCache? _cache;
    private Settings _settings = Settings.Default;

    private void OpenCache(bool givesWay)
    {
        _cache = s_strategy!.NewCache(FindCacheFolder);
        if (_cache is not null)
        {
            _cache.GivesWay = givesWay;
        }
    }

    private string? FindCacheFolder()
    {
        return !_settings.HasCache ? null
            : _settings.CachePath is { } path ? Path.GetFullPath(path)
            : DefaultCacheFolder.Of(new Host(this).ProjectFolder(), s_strategy!.AreOnOneVolume);
    }

    private void CloseCache()
    {
        if (_cache is not { Folder: { } folder } cache)
        {
            return;
        }

        cache.Dispose();
        if (cache.Problem != CacheProblem.None)
        {
            SayWhyCacheIsNotUsed(cache, folder);
        }

        CacheUpkeep.AfterCall(s_strategy!, cache, _settings);
    }

    /// <summary>
    /// Never a warning: the build is right, only slower. Once at the level that a normal log shows, if somebody chose the folder; the
    /// later calls of the process say it for those who look.
    /// </summary>
    private void SayWhyCacheIsNotUsed(CloneCache cache, string folder)
    {
        bool chosen = _settings.CachePath is not null;
        string code = cache.Problem == CacheProblem.OnAnotherVolume ? "COW1007" : "COW1006";
        string name = chosen ? $"the folder of {Settings.CachePathProperty}, '{folder}'," : $"'{folder}'";
        string error = cache.ErrorNumber == 0 ? string.Empty : $" (error {cache.ErrorNumber})";
        string text = $"CopyOnWrite: {name} {CacheProblemText.Of(cache.Problem)}{error}, so the clone source cache is not used there and package files from another "
            + $"volume are copied each time. See {Documentation.PageOf(code)}";
        bool said = Interlocked.Exchange(ref s_saidOfCache, text) == text;
        bool normal = chosen && !said && cache.Problem != CacheProblem.OnAnotherVolume;
        Log.LogMessage(null, code, null, null, 0, 0, 0, 0, normal ? MessageImportance.Normal : MessageImportance.Low, "{0}", text);
    }

    /// <summary>Entries keep the blocks of outputs that are gone. False when there is nothing to gain.</summary>
    private bool EmptyCache()
    {
        if (_cache?.Folder is not { } folder || !Directory.Exists(folder))
        {
            return false;
        }

        s_strategy!.PruneCache(folder, 0, TimeSpan.Zero);
        return true;
    }
}
