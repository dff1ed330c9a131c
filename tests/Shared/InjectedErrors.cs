namespace CopyOnWrite.Testing;

/// <summary>Makes a system call of this process on one path fail by strace, until disposed.</summary>
internal sealed class InjectedErrors(Process strace) : IDisposable
{
    /// <param name="error">An errno's name, and strace's further words, such as <c>:when=1</c>.</param>
    /// <param name="path">By name or as the first descriptor; null for every call of this thread, as for a file without a name.</param>
    internal static InjectedErrors Into(string call, string error, string? path) => Attach(call, $"error={error}", path);

    /// <summary>The calls have their effect and do not return before this is disposed.</summary>
    internal static InjectedErrors Hold(string call, string path) => Attach(call, "delay_exit=600s", path);

    /// <summary>Does something once the file has content, before the write of it returns.</summary>
    internal static void WhileWritten(string path, Action meanwhile, Action write)
    {
        InjectedErrors held = Hold("write,copy_file_range,sendfile", path);
        Task watching = Task.Run(() =>
        {
            SpinWait.SpinUntil(() => File.Exists(path) && new FileInfo(path).Length > 0, TimeSpan.FromMinutes(1));
            meanwhile();
            held.Dispose();
        });
        write();
        watching.GetAwaiter().GetResult();
    }

    /// <summary>The calls of this thread have no effect, and return this value.</summary>
    internal static InjectedErrors Answer(string call, int value) => Attach(call, $"retval={value}", path: null);

    /// <summary>The lines of these calls of this thread, with the paths of descriptors.</summary>
    internal static string[] Trace(string calls, Action act)
    {
        string lines = Path.GetTempFileName();
        using (Attach("-o", lines, "-y", "-e", $"trace={calls}", "-e", "signal=none", "-p", $"{gettid()}"))
        {
            act();
        }

        string[] traced = File.ReadAllLines(lines);
        File.Delete(lines);
        return traced;
    }

    private static InjectedErrors Attach(string call, string injection, string? path) => Attach(
    [
        "-o", "/dev/null", "-e", $"trace={call}", "-e", $"inject={call}:{injection}",
        "-p", (path is null ? gettid() : Environment.ProcessId).ToString(CultureInfo.InvariantCulture),
        .. path is null ? Array.Empty<string>() : ["-f", "-P", path],
    ]);

    private static InjectedErrors Attach(params string[] arguments)
    {
        Process strace = Process.Start(new ProcessStartInfo(Tools.Require("strace"), arguments) { RedirectStandardError = true })!;

        // Says so once it has all threads; those that begin later it takes with it (-f).
        string said = string.Empty;
        string? line;
        while ((line = strace.StandardError.ReadLine()) is not null && !line.Contains(" attached", StringComparison.Ordinal))
        {
            said += $" {line}";
        }

        Assert.DoesNotContain("nvalid", said, "strace does not know what to inject.");
        Tools.SkipUnless(line is not null, $"strace cannot look at this process:{said}");
        return new InjectedErrors(strace);
    }

    private const int SIGINT = 2;

    [DllImport("libc")]
    private static extern int gettid();

    [DllImport("libc")]
    private static extern int kill(int process, int signal);

    public void Dispose()
    {
        // Not by a program: an error that is still to come would meet a call of starting it, in this thread, which never ended then.
        _ = kill(strace.Id, SIGINT);
        strace.WaitForExit();
        strace.Dispose();
    }
}
