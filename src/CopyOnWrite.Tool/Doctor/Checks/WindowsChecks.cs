namespace CopyOnWrite.Tool.Doctor.Checks;

/// <summary>
/// On Windows: what kind of volume the repository is on, and what delays each file access there. As none of it keeps files from being
/// cloned, what Windows does not tell is a hint.
/// </summary>
internal static class WindowsChecks
{
    // A line each, also for what this Windows lacks. Any user may ask, but excluded folders are shown to administrators only.
    private const string AskDefender =
        "[Console]::OutputEncoding = [Text.Encoding]::UTF8; $s = Get-MpComputerStatus; $p = Get-MpPreference; "
        + "'AMRunningMode', 'RealTimeProtectionEnabled' | % { [string]$s.$_ }; [string]$p.PerformanceModeStatus; $p.ExclusionPath";

    // PerformanceModeStatus is the machine's. Microsoft documents its numbers for Intune alone, the other way round.
    private const string SeeSettings =
        "Windows Security > Virus & threat protection > Manage settings > Dev Drive protection shows it for each volume.";

    internal static Finding? FindDevDrive(DoctorContext context) => Find(context, (volume, folder) =>
        DevDrive(volume, Volume.At(folder).FileSystem, WindowsVolume.DevDriveStateOf(folder)));

    internal static Finding? FindDefender(DoctorContext context) => Find(context, (volume, folder) => Defender(
        volume,
        folder,
        WindowsVolume.DevDriveStateOf(folder),
        WindowsProgram.Output(@"WindowsPowerShell\v1.0\powershell.exe", ["-NoProfile", "-NonInteractive", "-Command", AskDefender])));

    internal static Finding? FindFilters(DoctorContext context) => Find(context, (volume, _) =>
        Filters(volume, WindowsProgram.Output("fltMC.exe", ["instances", "-v", volume])));

    internal static Finding DevDrive(string volume, string fileSystem, DevDriveState state) =>
        !fileSystem.Equals("ReFS", StringComparison.OrdinalIgnoreCase)
            ? Finding.Attention(
                $"The repository's volume {volume} is {fileSystem}, which cannot clone",
                "A Dev Drive is a ReFS volume of 50 GB or more, formatted as such.",
                $"{CloningVolumes.DevDriveSettings} creates one.")
            : state switch
            {
                DevDriveState.Trusted => Finding.Ok($"The repository's volume {volume} is a trusted Dev Drive, which clones"),
                DevDriveState.Untrusted => Finding.Hint(
                    $"The repository's volume {volume} is a Dev Drive, which clones, but is not trusted",
                    "Antivirus filters delay file accesses there, and Microsoft Defender has no performance mode.",
                    Fix.RunElevated($"fsutil devdrv trust \"{volume}\"")),
                DevDriveState.NoDevDrive => Finding.Ok($"The repository's volume {volume} is ReFS, which clones, and not a Dev Drive"),
                _ => Finding.Ok(
                    $"The repository's volume {volume} is ReFS, which clones; whether it is a Dev Drive is unknown",
                    "Windows before 11 22H2 does not answer FSCTL_QUERY_PERSISTENT_VOLUME_STATE, and has no Dev Drives."),
            };

    /// <param name="output">Of <see cref="AskDefender"/>; null if it failed.</param>
    internal static Finding Defender(string volume, string folder, DevDriveState drive, string? output)
    {
        string[] lines = (output ?? string.Empty).Split('\n', StringSplitOptions.TrimEntries);
        if (lines is not [var mode, ("True" or "False") and var isOn, var performance, .. var excluded])
        {
            return Finding.Hint(
                $"Whether Microsoft Defender scans files on {volume} is unknown",
                "Get-MpComputerStatus gave no answer, as where another antivirus product or a policy replaces Microsoft Defender.");
        }

        string scans = $"Microsoft Defender scans each file on {volume} as it is opened";
        string unless = excluded.Any(path => path.Contains('\\', StringComparison.Ordinal)) ? string.Empty
            : " Windows shows folders that are excluded from it to administrators only.";
        return isOn == "False" || mode is not ("" or "Normal")
            ? Finding.Ok("Microsoft Defender's real-time protection is off", $"Its mode is '{mode}'. Other products are among the filters.")
            : excluded.FirstOrDefault(path => IsIn(folder, path)) is { } exclusion
            ? Finding.Ok($"Microsoft Defender does not scan the repository: {exclusion} is excluded")
            : (drive, performance) switch
            {
                (DevDriveState.NoDevDrive or DevDriveState.Untrusted, _) => Finding.Hint(
                    scans, $"Its performance mode, which scans afterwards, needs a trusted Dev Drive.{unless}"),
                (DevDriveState.Trusted, "1") => Finding.Ok(
                    $"Microsoft Defender scans files on {volume} after they were opened, in performance mode", SeeSettings),
                (DevDriveState.Trusted, "0") => Finding.Hint(
                    $"{scans}: its performance mode is off",
                    SeeSettings + unless,
                    Fix.RunElevated("Set-MpPreference -PerformanceModeStatus Enabled")),
                _ => Finding.Hint(
                    $"Whether Microsoft Defender has performance mode on {volume} is unknown; its real-time protection is on",
                    SeeSettings + unless),
            };
    }

    /// <param name="output">Of `fltmc instances -v VOLUME`: below dashes, lines that begin with a filter's name; null if it failed.</param>
    internal static Finding Filters(string volume, string? output)
    {
        string[] names = [.. (output ?? string.Empty).Split('\n')
            .SkipWhile(line => !line.StartsWith("---", StringComparison.Ordinal))
            .Skip(1)
            .Select(line => line.Split(' ', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries).FirstOrDefault())
            .OfType<string>()
            .Distinct(StringComparer.OrdinalIgnoreCase)];
        return names.Length > 0
            ? Finding.Ok($"{Words.Count(names.Length, "filter")} on {volume}: {string.Join(", ", names)}", "Each sees every file access.")
            : Finding.Hint(
                $"Which filters are attached to {volume} is unknown",
                "Windows lists them to administrators only.",
                Fix.RunElevated($"fltmc instances -v \"{volume}\""));
    }

    /// <param name="find">Takes "D:", or the folder that the volume is mounted in, as fsutil and fltmc do; and the repository.</param>
    private static Finding? Find(DoctorContext context, Func<string, string, Finding> find) => !OperatingSystem.IsWindows() ? null
        : find(WindowsVolume.MountPointOf(context.Repository.Folder).TrimEnd('\\'), context.Repository.Folder);

    private static bool IsIn(string folder, string excluded) =>
        excluded.Length > 0 && $"{folder}\\".StartsWith(excluded.TrimEnd('\\') + '\\', StringComparison.OrdinalIgnoreCase);
}
