namespace CopyOnWrite.Testing;

/// <summary>Makes a system call of this process on one path fail by strace, until disposed.</summary>
internal sealed class InjectedErrors(Process strace) : IDisposable
{
    /// <param name="error">An errno's name, and strace's further words, such as <c>:when=1</c>.</param>
    /// <param name="path">By name or as the first descriptor; null for every call of this thread, as for a file without a name.</param>
    internal static InjectedErrors Into(string call, string error, string? path) => Attach(call, $"error={error}", path);

    /// <summary>The calls have their effect and do not return before this is disposed.</summary>
    internal static InjectedErrors Hold(string call, string path) => Attach(call, "delay_exit=600s", path);

    private static InjectedErrors Attach(string call, string injection, string? path)
    {
        string[] arguments =
        [
            "-o", "/dev/null", "-e", $"trace={call}", "-e", $"inject={call}:{injection}",
            "-p", (path is null ? gettid() : Environment.ProcessId).ToString(CultureInfo.InvariantCulture),
            .. path is null ? Array.Empty<string>() : ["-f", "-P", path],
        ];
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

    [DllImport("libc")]
    private static extern int gettid();

    public void Dispose()
    {
        _ = Command.Run("kill", ["-INT", strace.Id.ToString(CultureInfo.InvariantCulture)]);
        strace.WaitForExit();
        strace.Dispose();
    }
}
