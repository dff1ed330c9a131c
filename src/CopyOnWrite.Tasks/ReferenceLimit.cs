using System.IO;
using Microsoft.Build.Framework;
using Microsoft.Build.Utilities;

namespace CopyOnWrite.Tasks;

/// <summary>Reports the reference limit: ReFS allows 8,176 references to a block, and may keep counting those of deleted files.</summary>
internal static class ReferenceLimit
{
    /// <summary>Logged once in a process, at the level of a normal log; never a warning, as the build is right.</summary>
    internal static void LogOnce(TaskLoggingHelper log, string from, string to)
    {
        if (!TaskProcess.Instance.IsFirstReferenceLimit())
        {
            return;
        }

        string text =
            $"CopyOnWrite: the blocks of '{from}' have as many references as ReFS allows, and this process made only some of them. The "
                + "file was copied. If the volume does not hold thousands of clones of it, ReFS still counts references of deleted files; "
                + $"an administrator can reclaim them with: {LeakCommand(to)} See {Documentation.PageOf("COW1009")}";
        log.LogMessage(null, "COW1009", null, null, 0, 0, 0, 0, MessageImportance.Normal, "{0}", text);
    }

    /// <summary>The command for the path's drive or share; the scratch file must not be on the examined volume.</summary>
    internal static string LeakCommand(string path) =>
        $"refsutil leak {Path.GetPathRoot(path)?.TrimEnd('\\', '/')} /s %TEMP%\\ReFSLeak.tmp";
}
