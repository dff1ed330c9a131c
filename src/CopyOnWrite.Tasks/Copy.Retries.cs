using System;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using Microsoft.Build.Framework;

namespace CopyOnWrite.Tasks;

/// <summary>
/// Waiting for a source that somebody writes, as the built-in does and with its words, but so that cancelling the build ends the wait
/// (dotnet/msbuild#9000), and with the old destination there until the new one is.
/// </summary>
public partial class Copy
{
    private readonly object _cancelling = new();

    /// <summary>Whether waiting is ours: the built-in does the rare kinds, with their own messages.</summary>
    private bool MayWaitFor(in Plan plan, int i)
    {
        var host = new Host(this);
        if (Retries == 0 || host.Variable("MSBUILDALWAYSRETRY") is not null || WhyLocked(plan.SourcePaths[i]) is null)
        {
            return false;
        }

        var destination = new FileInfo(plan.DestinationPaths[i]);
        bool plainOrNone = (destination.Attributes == (FileAttributes)(-1) || (destination.Attributes & FileAttributes.ReparsePoint) == 0) && !Directory.Exists(destination.FullName) && !(destination.Exists && destination.IsReadOnly);
        return plainOrNone && (destination.Directory!.Exists || TryMakeFolderAndSaySo(plan.Destinations[i], plan.DestinationPaths[i]));
    }

    /// <summary>False when a file stays locked or fails otherwise, or the build is cancelled. Files that turn out to be the built-in's are added to those left.</summary>
    private bool WaitForLocked(in Plan plan, List<int> locked, List<int> left, bool[] done)
    {
        bool success = true;
        for (int retry = 1; retry <= Retries && locked.Count > 0; retry++)
        {
            foreach (int i in locked)
            {
                SayWhatIsTried(plan, i);
                Log.LogWarningWithCodeFromResources(
                    "Copy.Retrying", plan.Sources[i].ItemSpec, plan.Destinations[i].ItemSpec, retry, RetryDelayMilliseconds, WhyLocked(plan.SourcePaths[i]) ?? string.Empty, string.Empty);
            }

            lock (_cancelling)
            {
                if (_cancelled || Monitor.Wait(_cancelling, RetryDelayMilliseconds))
                {
                    return false;
                }
            }

            foreach (int i in locked.ToArray())
            {
                FileResult result = CopyFile(plan, i);
                done[i] = IsDone(result);
                success &= result != FileResult.Failed;
                if (result != FileResult.Locked)
                {
                    locked.Remove(i);
                }

                if (result == FileResult.Left)
                {
                    left.Add(i);
                }
            }
        }

        foreach (int i in locked)
        {
            string source = plan.Sources[i].ItemSpec;
            string destination = plan.Destinations[i].ItemSpec;
            SayWhatIsTried(plan, i);
            Log.LogErrorWithCodeFromResources("Copy.ExceededRetries", source, destination, Retries, string.Empty);
            Log.LogErrorWithCodeFromResources("Copy.Error", source, destination, WhyLocked(plan.SourcePaths[i]) ?? string.Empty);
        }

        return success && locked.Count == 0;
    }

    private void SayWhatIsTried(in Plan plan, int i) =>
        Log.LogMessageFromResources(MessageImportance.Normal, "Copy.FileComment", plan.SourcePaths[i], plan.DestinationPaths[i]);

    /// <summary>.NET's own sentence, by opening the file as File.Copy does; null when it can be opened.</summary>
    private static string? WhyLocked(string source)
    {
        try
        {
            using var opened = new FileStream(source, FileMode.Open, FileAccess.Read, FileShare.Read);
            return null;
        }
        catch (IOException e)
        {
            return e.Message;
        }
        catch (UnauthorizedAccessException e)
        {
            return e.Message;
        }
    }
}
