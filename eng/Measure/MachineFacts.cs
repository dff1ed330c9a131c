using System.ComponentModel;
using System.Reflection;

namespace CopyOnWrite.Measure;

/// <summary>What a reader of the results has to know of the machine.</summary>
internal static class MachineFacts
{
    // Each by a program of the system; what it prints goes into machine.txt as it is.
    private static readonly (string Program, string Arguments)[] s_windows =
    [
        ("reg", @"query ""HKLM\SOFTWARE\Microsoft\Windows NT\CurrentVersion"" /v UBR"),
        ("reg", @"query ""HKLM\SOFTWARE\Microsoft\Windows NT\CurrentVersion"" /v DisplayVersion"),
        ("fsutil", "fsinfo volumeinfo {0}"),
        ("fsutil", "fsinfo refsinfo {0}"),
        ("fsutil", "devdrv query {0}"),
        ("fltmc", "instances -v {0}"),
        ("powershell", "-Command \"Get-MpComputerStatus | Format-List AMRunningMode, RealTimeProtectionEnabled, AMProductVersion; "
            + "Get-MpPreference | Format-List PerformanceModeStatus\""),
        (@"C:\Program Files (x86)\Microsoft Visual Studio\Installer\vswhere.exe",
            @"-all -products * -find MSBuild\Current\Bin\MSBuild.exe"),
    ];

    private static readonly (string Program, string Arguments)[] s_others = [("uname", "-srm"), ("df", "{0}")];

    /// <summary>The lines of the screen.</summary>
    internal static IEnumerable<string> Lines(string folder)
    {
        Volume volume = Volume.At(folder);
        string note = !OperatingSystem.IsWindows() ? string.Empty
            : DevDrive.IsTrusted(folder) is not { } isTrusted ? ", no Dev Drive, or not known"
            : isTrusted ? ", a trusted Dev Drive" : ", a Dev Drive that is not trusted";
        yield return "CopyOnWrite.Sdk "
            + typeof(MachineFacts).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion;
        yield return $"{RuntimeInformation.OSDescription.Trim()}, {Environment.ProcessorCount} processors, .NET {Environment.Version}";
        yield return FormattableString.Invariant(
            $"{volume.FileSystem}, {volume.TotalBytes / 1e9:0.0} GB ({volume.FreeBytes / 1e9:0.0} GB free){note}: {volume.TryClone().Why}");
    }

    /// <summary>All of it, for the file.</summary>
    internal static async Task<string> TextAsync(string folder, CancellationToken cancel)
    {
        string root = OperatingSystem.IsWindows() ? Path.GetPathRoot(Path.GetFullPath(folder))!.TrimEnd('\\') : folder;
        var text = new StringBuilder(Machine.Current.Describe()).AppendLine();
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        stop.CancelAfter(TimeSpan.FromMinutes(2));
        foreach ((string program, string arguments) in (OperatingSystem.IsWindows() ? s_windows : s_others)
            .Append(("git", "--version")).Append(("dotnet", "--info")))
        {
            string all = string.Format(CultureInfo.InvariantCulture, arguments, root);
            text.AppendLine().AppendLine($"> {program} {all}");
            try
            {
                var start = new ProcessStartInfo(program, all) { RedirectStandardInput = true };
                await ChildProcess.RunAsync(start, line => text.AppendLine(line), readErrors: true, stop.Token);
            }
            catch (Exception e) when (e is Win32Exception or OperationCanceledException && !cancel.IsCancellationRequested)
            {
                text.AppendLine(e.Message);
            }
        }

        return text.ToString();
    }
}
