namespace CopyOnWrite.Measure;

/// <summary>Copies of just-written files, read again when nothing of them is in the cache: after a dismount, and after a restart.</summary>
internal sealed class KeptFiles(string folder)
{
    private const int Files = 60;

    /// <summary>Reads files after the volume was dismounted (`--dismount`).</summary>
    internal static async Task<Found> AfterDismountAsync(string volume, CancellationToken cancel)
    {
        string folder = Path.Combine(volume, $"cow-measure-dismount-{Environment.ProcessId}");
        string[] inUse =
            [RepositoryRoot.Folder, Path.GetTempPath(), Path.GetDirectoryName(Environment.ProcessPath)!, Environment.CurrentDirectory];
        if (inUse.Any(path => Volume.At(path).Identity == Volume.At(volume).Identity))
        {
            return Found.NotShown("this checkout, the temporary folder or .NET is on that volume");
        }

        var files = new KeptFiles(folder);
        try
        {
            string outcome = files.Write();
            return await DismountAsync(volume, cancel) is { } why ? Found.NotShown(why) : files.Judge(outcome);
        }
        finally
        {
            BenchVolumes.Delete(folder);
        }
    }

    /// <summary>`--after-restart`: the first call writes the files; the call after the restart reads and deletes them.</summary>
    internal static Found AfterRestart(string volume)
    {
        string folder = Path.Combine(volume, "cow-measure-restart");
        var files = new KeptFiles(folder);
        if (!Directory.Exists(folder))
        {
            return Found.NotShown($"files were written ({files.Write()}): restart, and run this again");
        }

        string boot = files.PathOf("boot", 0);
        if (!File.Exists(boot) || File.ReadAllText(boot) == Boot())
        {
            return Found.NotShown("the files are there, and the machine has not been restarted since");
        }

        Found found = files.Judge($"{Files} copies");
        BenchVolumes.Delete(folder);
        return found;
    }

    // Not the uptime: some clocks stop while the machine sleeps.
    private static string Boot() => OperatingSystem.IsLinux() ? File.ReadAllText("/proc/sys/kernel/random/boot_id")
        : (OperatingSystem.IsMacOS() ? Shell.ReadAsync("sysctl", ["-n", "kern.boottime"], default)
            : Shell.ReadAsync("powershell", ["-Command", "(Get-CimInstance Win32_OperatingSystem).LastBootUpTime.Ticks"], default))
            .GetAwaiter().GetResult().Output;

    /// <summary>Copies that share nothing with their sources show nothing of clones.</summary>
    private Found Judge(string outcome)
    {
        string[] wrong = Wrong();
        long[] common = [.. Enumerable.Range(0, Files)
            .Select(number => Extents.BytesInCommonOrNull(PathOf("source", number), PathOf("copy", number)) ?? 0)];
        return wrong.Length == 0 && common.All(bytes => bytes == 0) ? Found.NotShown($"all is right, and no copy is a clone ({outcome})")
            : Found.Of(wrong, $"{Files} copies are right, {common.Count(bytes => bytes > 0)} of them clones");
    }

    private string Write()
    {
        Directory.CreateDirectory(folder);
        using var stress = new StressFile(isMapped: false);
        var outcomes = new List<CloneOutcome>();
        for (int number = 0; number < Files; number++)
        {
            using IDisposable? scanner = stress.Write(PathOf("source", number), number);
            outcomes.Add(FileCloner.Shared.Platform.Copy(PathOf("source", number), PathOf("copy", number), flushesSources: true));
        }

        File.WriteAllText(PathOf("boot", 0), Boot());

        return $"{outcomes.Count(outcome => outcome.IsClone)} of {Files} cloned";
    }

    private string[] Wrong()
    {
        using var stress = new StressFile(isMapped: false);
        return [.. from number in Enumerable.Range(0, Files)
                   from path in new[] { PathOf("copy", number), PathOf("source", number) }
                   let wrong = File.Exists(path) ? stress.WhatIsWrong(path, number, unbuffered: true) : $"{path} is gone"
                   where wrong is not null
                   select wrong];
    }

    private string PathOf(string name, int number) => Path.Combine(folder, $"{name}{number}");

    /// <summary>Null, or why it is not done.</summary>
    private static async Task<string?> DismountAsync(string volume, CancellationToken cancel)
    {
        if (OperatingSystem.IsWindows())
        {
            // Windows mounts it again when it is next opened.
            string root = Path.GetPathRoot(volume)!.TrimEnd('\\');
            if (Volume.At(root + '\\').Identity != Volume.At(volume).Identity)
            {
                return "the volume has no drive letter";
            }

            return await Shell.RunAsync("fsutil", ["volume", "dismount", root], cancel) == 0 ? null
                : $"fsutil volume dismount {root} failed: run as administrator";
        }

        if (!OperatingSystem.IsLinux())
        {
            return "not on this system";
        }

        (int exitCode, string found) = await Shell.ReadAsync("findmnt", ["-nro", "SOURCE,FSTYPE,OPTIONS", "--mountpoint", volume], cancel);
        if (exitCode != 0 || found.Split(' ') is not [var source, var type, var options])
        {
            return "the folder is not where a volume is mounted";
        }

        // A loop device goes with its last opener.
        using FileStream? device = File.Exists(source) ? File.OpenRead(source) : null;
        return await Shell.RunAsync("umount", [volume], cancel) != 0 ? "umount failed: the volume is in use, or root is needed"
            : await Shell.RunAsync("mount", ["-t", type, "-o", options.Trim(), source, volume], cancel) == 0 ? null
            : throw new IOException($"{source} could not be mounted on {volume} again.");
    }
}
