using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Diagnostics;
using Microsoft.Build.Framework;
using Microsoft.Build.Utilities;

namespace CopyOnWrite.Tasks;

/// <summary>Reports that a file was replaced which programs have loaded: they run on with the old one.</summary>
internal static class FileInUseMessage
{
    internal static void Log(TaskLoggingHelper log, string destination, IReadOnlyList<int> processes)
    {
        const string Code = "COW1015";
        string text = $"CopyOnWrite: '{destination}' was replaced while in use{By(processes)}. A program that has loaded the old file "
            + $"keeps using it until it is restarted. See {Documentation.PageOf(Code)}";
        log.LogMessage(null, Code, null, null, 0, 0, 0, 0, MessageImportance.Normal, "{0}", text);
    }

    /// <summary>Processes as the built-in's MSB3027 lists them.</summary>
    private static string By(IReadOnlyList<int> processes)
    {
        var names = new List<string>();
        foreach (int id in processes)
        {
            try
            {
                using Process process = Process.GetProcessById(id);
                names.Add($"{process.ProcessName} ({id})");
            }
            catch (Exception e) when (e is ArgumentException or InvalidOperationException or Win32Exception)
            {
                // It has ended, or this user may not see its name.
            }
        }

        return names.Count == 0 ? string.Empty : $" by \"{string.Join(", ", names)}\"";
    }
}
