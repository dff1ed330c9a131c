namespace CopyOnWrite.Torture;

/// <summary>Waits for a host: until it ends, until it is stopped, or until it is sure that it hangs.</summary>
internal static partial class HostWatch
{
    /// <summary>Far beyond what a run takes on a busy machine: a run that takes longer hangs.</summary>
    internal static readonly TimeSpan Hang = TimeSpan.FromMinutes(2);

    private const int SIGCONT = 18;
    private const int Pause = 20;

    // What a host prints is read at once, so only a pipe that no process reads stays full that long.
    private const int PausesOfAFullPipe = 250;

    /// <summary>False when it ends before. strace writes a line for each thread that has stopped.</summary>
    internal static bool UntilStopped(string traceFile, Task reading)
    {
        DateTime end = DateTime.UtcNow + Hang;
        while (!reading.IsCompleted && DateTime.UtcNow < end)
        {
            if (File.Exists(traceFile) && File.ReadAllText(traceFile).Contains(Tracing.Stopped, StringComparison.Ordinal))
            {
                return true;
            }

            Thread.Sleep(1);
        }

        return false;
    }

    /// <summary>False when it hangs: far too long, or at a pipe that no other process opens or reads.</summary>
    /// <param name="goesOn">Whether it goes on after a stop. strace counts by thread, so another may stop it again.</param>
    internal static bool Ends(Task reading, int host, bool goesOn)
    {
        DateTime end = DateTime.UtcNow + Hang;
        int full = 0;
        do
        {
            if (goesOn)
            {
                _ = kill(host, SIGCONT);
            }

            // wait_for_partner and anon_pipe_write in fs/pipe.c.
            string[] at = WaitingAt(host);
            full = at.Any(function => function is "anon_pipe_write" or "pipe_write") ? full + 1 : 0;
            if (DateTime.UtcNow > end || at.Contains("wait_for_partner") || full > PausesOfAFullPipe)
            {
                return false;
            }
        }
        while (!reading.Wait(Pause));
        return true;
    }

    /// <summary>The functions of the kernel that its threads wait in (proc_pid_wchan(5)).</summary>
    private static string[] WaitingAt(int process)
    {
        try
        {
            return [.. Directory.GetDirectories($"/proc/{process}/task").Select(thread => File.ReadAllText($"{thread}/wchan"))];
        }
        catch (IOException)
        {
            // A thread has ended meanwhile.
            return [];
        }
    }

    [LibraryImport("libc")]
    private static partial int kill(int process, int signal);
}
