using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.IO;
using System.Threading;
using Microsoft.Build.Framework;

namespace CopyOnWrite.Tasks;

/// <summary>
/// Waiting for a source that another process is writing, or for space on the volume, as the built-in does and with its words, but so that cancelling the build ends the wait
/// (dotnet/msbuild#9000), and with the old destination there until the new one is.
/// </summary>
public partial class Copy
{
    private readonly object _cancelling = new();

    // The system's error number.
    private volatile int _noRoom;

    private static bool IsToBeTriedAgain(FileResult result) => result is FileResult.Locked or FileResult.NoRoom;

    /// <summary>Whether waiting is ours: the built-in does the rare kinds, with their own messages.</summary>
    private bool MayWaitFor(in Plan plan, int i, FileResult result)
    {
        if (new Host(this).Variable("MSBUILDALWAYSRETRY") is not null || (result == FileResult.Locked && (Retries == 0 || WhyLocked(plan.SourcePaths[i]) is null)))
        {
            return false;
        }

        if (result == FileResult.NoRoom)
        {
            return true;
        }

        var destination = new FileInfo(plan.DestinationPaths[i]);
        bool plainOrNone = (destination.Attributes == (FileAttributes)(-1) || (destination.Attributes & FileAttributes.ReparsePoint) == 0) && !Directory.Exists(destination.FullName) && !(destination.Exists && destination.IsReadOnly);
        return plainOrNone && (destination.Directory!.Exists || TryMakeFolderAndSaySo(plan.Destinations[i], plan.DestinationPaths[i]));
    }

    /// <summary>False when a file stays locked or fails otherwise, or the build is cancelled. Files that turn out to be the built-in's are added to those left.</summary>
    private bool WaitFor(in Plan plan, List<int> waiting, List<int> left, bool[] done)
    {
        bool success = true;
        for (int retry = 1; retry <= Retries && waiting.Count > 0 && !_cancelled; retry++)
        {
            foreach (int i in waiting)
            {
                SayWhatIsTried(plan, i);
                Log.LogWarningWithCodeFromResources(
                    "Copy.Retrying", plan.Sources[i].ItemSpec, plan.Destinations[i].ItemSpec, retry, RetryDelayMilliseconds, WhyWaiting(plan, i), string.Empty);
            }

            lock (_cancelling)
            {
                if (_cancelled || Monitor.Wait(_cancelling, RetryDelayMilliseconds))
                {
                    return false;
                }
            }

            foreach (int i in waiting.ToArray())
            {
                FileResult result = CopyFile(plan, i);
                done[i] = IsDone(result);
                success &= result != FileResult.Failed;
                if (!IsToBeTriedAgain(result))
                {
                    waiting.Remove(i);
                }

                if (result == FileResult.Left)
                {
                    left.Add(i);
                }
            }
        }

        if (_cancelled)
        {
            return false;
        }

        foreach (int i in waiting)
        {
            string source = plan.Sources[i].ItemSpec;
            string destination = plan.Destinations[i].ItemSpec;
            SayWhatIsTried(plan, i);
            if (Retries > 0)
            {
                Log.LogErrorWithCodeFromResources("Copy.ExceededRetries", source, destination, Retries, string.Empty);
            }

            Log.LogErrorWithCodeFromResources("Copy.Error", source, destination, WhyWaiting(plan, i));
        }

        return success && waiting.Count == 0;
    }

    private string WhyWaiting(in Plan plan, int i) => WhyLocked(plan.SourcePaths[i]) ?? (_noRoom != 0 && File.Exists(plan.DestinationPaths[i]) ? NoRoomText(plan.DestinationPaths[i]) : string.Empty);

    /// <summary>As File.Copy has it: with the path on .NET for Windows (Win32Marshal.cs), without on .NET Framework and for other systems (Interop.IOErrors.cs).</summary>
    private string NoRoomText(string destination)
    {
        string text = new Win32Exception(_noRoom).Message;
        return Path.DirectorySeparatorChar == '\\' && Environment.Version.Major > 4 ? $"{text} : '{destination}'" : text;
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
