using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;

namespace CopyOnWrite.Tool.Volumes;

/// <summary>Processes that have a file or a folder below one open, as far as this user may see (proc_pid_fd(5)).</summary>
internal static class OpenFiles
{
    private static readonly string[] s_links = ["cwd", "root", "exe"];

    /// <summary>"vim (123)", one for each but this.</summary>
    internal static IReadOnlyList<string> ProcessesIn(string folder)
    {
        string own = Environment.ProcessId.ToString(CultureInfo.InvariantCulture);
        return
        [
            .. Directory.EnumerateDirectories("/proc")
                .Where(process => char.IsAsciiDigit(Path.GetFileName(process)[0]) && Path.GetFileName(process) != own)
                .Where(process => Links(process).Any(target =>
                    target == folder || target.StartsWith(folder + "/", StringComparison.Ordinal)))
                .Select(process => $"{Name(process)} ({Path.GetFileName(process)})"),
        ];
    }

    // A mapped file has no descriptor any more: an assembly that is loaded.
    private static IEnumerable<string> Links(string process) =>
        s_links.Select(name => Path.Combine(process, name))
            .Concat(Try(() => Directory.GetFiles(Path.Combine(process, "fd")), []))
            .Concat(Try(() => Directory.GetFiles(Path.Combine(process, "map_files")), []))
            .Select(link => Try(() => new FileInfo(link).LinkTarget, null))
            .OfType<string>();

    private static string Name(string process) => Try(() => File.ReadAllText(Path.Combine(process, "comm")).Trim(), "a process");

    // It may belong to another user, or have ended.
    private static T Try<T>(Func<T> read, T otherwise)
    {
        try
        {
            return read();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return otherwise;
        }
    }
}
