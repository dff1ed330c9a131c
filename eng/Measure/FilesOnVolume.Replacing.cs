namespace CopyOnWrite.Measure;

/// <summary>What happens to a file that is replaced while others use it, or while the disk fills up.</summary>
internal sealed partial class FilesOnVolume
{
    private Found RunningProgram()
    {
        if (Path.GetFileNameWithoutExtension(Environment.ProcessPath) != "dotnet")
        {
            return Found.NotShown("this program is not run by dotnet");
        }

        // This program: a copy of the system's would be stopped on managed machines.
        string running = PathOf("program");
        Directory.CreateDirectory(running);
        foreach (string file in Directory.EnumerateFiles(AppContext.BaseDirectory, "CopyOnWrite.Measure.*"))
        {
            File.Copy(file, Path.Combine(running, Path.GetFileName(file)));
        }

        string next = PathOf("program-new");
        running = Path.Combine(running, "CopyOnWrite.Measure.dll");
        PatternFile.Write(next, 11, Length);
        var start = new ProcessStartInfo(ChildProcess.DotNetHost, [running, Program.Sleep]) { RedirectStandardOutput = true };
        start.RedirectStandardInput = true;
        using Process process = Process.Start(start)!;
        if (process.StandardOutput.ReadLine() is null)
        {
            return Found.NotShown("the program does not run from there");
        }

        try
        {
            using CloneWorker worker = _platform.NewWorker(new CloneCall(_platform, ReplacesFilesInUse: true));
            CloneOutcome outcome = worker.Copy(next, running);
            return process.HasExited ? Found.Fail("the program ended")
                : outcome.Kind == OutcomeKind.NotHandled ? Found.Fail($"it was not replaced: {outcome}")
                : PatternFile.WhatIsWrong(running, 11, Length) is { } wrong ? Found.Fail(wrong)
                : Found.Pass("replaced, and the program went on");
        }
        finally
        {
            process.StandardInput.Close();
            process.WaitForExit();
        }
    }

    /// <summary>
    /// A reader finds one of the two contents, whole, and always a file: except for a moment on a Windows volume that refuses to rename
    /// over an open file (docs/guide/files-in-use.md).
    /// </summary>
    private async Task<Found> ReadersAsync()
    {
        const int Copies = 400;
        string shared = PathOf("shared");
        PatternFile.Write(PathOf("one"), 1, Length);
        PatternFile.Write(PathOf("two"), 2, Length);
        File.Copy(PathOf("one"), shared);
        var wrong = new ConcurrentQueue<string>();
        var outcomes = new ConcurrentBag<CloneOutcome>();
        int living = 2, reads = 0, refused = 0;
        Task[] writers = [.. ((string[])["one", "two"]).Select(name => Task.Run(() =>
        {
            try
            {
                for (int i = 0; i < Copies; i++)
                {
                    using CloneWorker worker = _platform.NewWorker(new(_platform, FlushesSources: true, ReplacesFilesInUse: true));
                    outcomes.Add(worker.Copy(PathOf(name), shared));
                }
            }
            finally
            {
                Interlocked.Decrement(ref living);
            }
        }))];
        Task[] readers = [.. Enumerable.Range(0, 2).Select(_ => Task.Factory.StartNew(() =>
        {
            while (Volatile.Read(ref living) > 0)
            {
                try
                {
                    byte[] bytes = PatternFile.Read(shared);
                    Interlocked.Increment(ref reads);
                    if (bytes.Length != Length || (FilePattern.Check(bytes, 1) is not null && FilePattern.Check(bytes, 2) is not null))
                    {
                        wrong.Enqueue($"a reader found {bytes.Length} bytes of neither content");
                    }
                }
                catch (Exception e) when (e is IOException or UnauthorizedAccessException)
                {
                    Interlocked.Increment(ref refused);
                }
            }
        }, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default))];
        await Task.WhenAll([.. writers, .. readers]);
        string said = $"{reads:N0} reads, {refused:N0} opens were refused, {Ways(outcomes)}";
        return !wrong.IsEmpty ? Found.Of(wrong, said)
            : reads == 0 || (refused > 0 && !RenamesByPosix()) ? Found.NotShown($"{said}: the volume has no POSIX renames")
            : refused > 0 ? Found.Fail(said) : Found.Pass(said);
    }

    private bool RenamesByPosix()
    {
        if (!OperatingSystem.IsWindows())
        {
            return true;
        }

        var calls = new Windows.Win32Calls();
        _ = Windows.OpenedFile.ForAttributes(calls, folder, out nint file);
        using var opened = new Windows.OpenedFile(calls, file);
        return calls.GetVolumeFlags(file, out uint flags, out _) == 0
            && (flags & Windows.Win32Native.FILE_SUPPORTS_POSIX_UNLINK_RENAME) != 0;
    }

    private Found FullDisk()
    {
        const long MostToFill = 512L << 20;
        if (Volume.At(folder).TotalBytes > MostToFill)
        {
            return Found.NotShown("the volume is too large to be filled up (more than 512 MiB)");
        }

        // Of another volume: a clone needs no room.
        string source = Path.GetTempFileName();
        (string destination, string filler) = (PathOf("old"), PathOf("filler"));
        PatternFile.Write(destination, 1, Length);
        PatternFile.Write(source, 2, 4 << 20);
        try
        {
            using var file = new FileStream(filler, FileMode.Create, FileAccess.Write, FileShare.Read, bufferSize: 0);
            byte[] block = new byte[1 << 20];
            while (true)
            {
                file.Write(block);
                file.Flush(flushToDisk: true);
            }
        }
        catch (IOException)
        {
        }

        CloneOutcome outcome = _platform.Copy(source, destination);
        string[] left = [.. Directory.EnumerateFiles(folder, ".cow-*").Select(Path.GetFileName)!];
        File.Delete(filler);
        File.Delete(source);
        return left.Length > 0 ? Found.Fail($"{left[0]} was left over")
            : outcome.Kind != OutcomeKind.NotHandled && PatternFile.WhatIsWrong(destination, 2, 4 << 20) is null
                ? Found.NotShown("the volume had room all the same")
            : PatternFile.WhatIsWrong(destination, 1, Length) is { } wrong ? Found.Fail(wrong) : Found.Pass($"{outcome}");
    }
}
