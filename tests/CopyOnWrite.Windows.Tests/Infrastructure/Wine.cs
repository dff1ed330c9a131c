namespace CopyOnWrite.Windows.Tests.Infrastructure;

/// <param name="Output">Both streams.</param>
internal sealed record WineResult(int ExitCode, string Output);

/// <summary>The Windows of this test run (eng/wine.sh). Without Wine tests are skipped; where <c>CI=true</c> they fail.</summary>
internal static class Wine
{
    // A limit for a program that hangs: on a busy machine a run of the scenarios takes minutes.
    private static readonly TimeSpan s_timeout = TimeSpan.FromMinutes(15);

    // What is left open by a Windows service that the program started; what the program wrote is there by then.
    private static readonly TimeSpan s_outputAfterExit = TimeSpan.FromSeconds(5);

    private static readonly string s_script = Path.Combine(RepositoryRoot.Folder, "eng", "wine.sh");

    private static readonly Lazy<Dictionary<string, string>> s_variables = new(Up);

    // 128 and the number of SIGKILL.
    private const int KilledWhileEnding = 137;

    private static int s_runs;
    private static string s_reason = string.Empty;
    private static int s_build = 19045;

    /// <summary>The folder that is <c>C:\</c>.</summary>
    internal static string DriveC => Path.Combine(s_variables.Value["WINEPREFIX"], "drive_c");

    /// <summary>The folder that is <c>D:\</c>, on btrfs, and clones.</summary>
    internal static string DriveD => s_variables.Value.TryGetValue("WINE_DRIVE_D", out string? folder)
        ? folder
        : throw new InvalidOperationException("There is no D:; a test asks RequireClones first.");

    /// <summary>The drives that clone, in the variables that tests on Windows take their volumes from; none where there are none.</summary>
    internal static IReadOnlyDictionary<string, string> Volumes => s_variables.Value.ContainsKey("WINE_DRIVE_D")
        ? new Dictionary<string, string> { ["COW_VOLUME_REFS"] = @"D:\", ["COW_VOLUME_DEVDRIVE"] = @"E:\" }
        : [];

    /// <summary>A program's clock is an hour ahead (Debian's package faketime), and files keep their times: they are old.</summary>
    internal static IReadOnlyDictionary<string, string> AnHourLater
    {
        get
        {
            const string Library = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";
            Tools.SkipUnless(File.Exists(Library), "faketime is not installed.");
            return new Dictionary<string, string> { ["LD_PRELOAD"] = Library, ["FAKETIME"] = "+1h", ["NO_FAKE_STAT"] = "1" };
        }
    }

    private static bool IsDebian12 =>
        File.Exists("/etc/os-release") && File.ReadAllLines("/etc/os-release").Contains("VERSION_CODENAME=bookworm");

    internal static bool IsThere => s_variables.Value.Count > 0;

    internal static bool CanClone => IsThere && !s_variables.Value.ContainsKey("WINE_CANNOT_CLONE");

    internal static void Require() => Tools.SkipUnless(IsThere, s_reason);

    /// <summary>Drives that clone: they need Debian 12's Wine, its source, and the volumes of eng/volumes.sh.</summary>
    internal static void RequireClones()
    {
        Require();
        string why = $"No drives that clone: {s_variables.Value.GetValueOrDefault("WINE_CANNOT_CLONE")}";
        if (!CanClone && !IsDebian12)
        {
            // eng/wine/build.sh changes one version of Wine. A hosted runner has another, and cannot install that one.
            Assert.Inconclusive(why);
        }

        Tools.SkipUnless(CanClone, why);
    }

    /// <summary>The path that Windows programs use for a path of this system.</summary>
    internal static string PathOf(string path) => "Z:" + path.Replace('/', '\\');

    /// <summary>Windows of this build number until another is asked for.</summary>
    internal static void Be(int build)
    {
        if (build != s_build)
        {
            WineResult result = Run("bash", [s_script, "build", $"{build}"], null, null);
            Assert.AreEqual(0, result.ExitCode, result.Output);
            s_build = build;
        }
    }

    /// <summary>Runs a Windows program in a folder of drive C.</summary>
    internal static WineResult Run(
        string program, string folder, IEnumerable<string> arguments, IReadOnlyDictionary<string, string>? variables = null)
    {
        Dictionary<string, string> all = Environment();
        foreach ((string name, string value) in variables ?? new Dictionary<string, string>())
        {
            all[name] = value;
        }

        // .NET programs write their exit code down themselves: tests/CopyOnWrite.MSBuildHost/StartupHook.cs.
        string exitCode = Path.Combine(
            Path.GetDirectoryName(s_variables.Value["WINEPREFIX"])!, $"exit-code-{Interlocked.Increment(ref s_runs)}");
        all["COW_EXIT_CODE"] = PathOf(exitCode);
        all["DOTNET_STARTUP_HOOKS"] = Path.ChangeExtension(WindowsPrograms.Publish("CopyOnWrite.MSBuildHost"), ".dll");
        WineResult result = Run(all["WINE"], [program, .. arguments], folder, all);
        return result.ExitCode == KilledWhileEnding && File.Exists(exitCode)
            ? result with { ExitCode = int.Parse(File.ReadAllText(exitCode), CultureInfo.InvariantCulture) }
            : result;
    }

    /// <summary>Starts a Windows program that runs until its input ends. Path and folder are of this system.</summary>
    internal static Process Start(string program, string folder)
    {
        Dictionary<string, string> variables = Environment();
        return Process.Start(StartInfo(variables["WINE"], [PathOf(program)], folder, variables))!;
    }

    internal static void Down()
    {
        if (s_variables.IsValueCreated)
        {
            Run("bash", [s_script, "down"], null, null);
        }
    }

    private static Dictionary<string, string> Up()
    {
        WineResult up = Run("bash", [s_script, "up"], null, null);
        s_reason = $"No Wine: {up.Output.Trim()}";
        return up.ExitCode != 0 ? [] : Run("bash", [s_script, "env"], null, null).Output
            .Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Select(line => line.Split('=', 2))
            .ToDictionary(pair => pair[0], pair => pair[1]);
    }

    private static Dictionary<string, string> Environment() => new(s_variables.Value)
    {
        ["WINEDEBUG"] = "-all",
        ["WINEDLLOVERRIDES"] = "winedbg.exe=",
        ["HOME"] = Path.GetDirectoryName(s_variables.Value["WINEPREFIX"])!,

        // File names of Windows become UTF-8.
        ["LC_ALL"] = "C.UTF-8",

        // Instrumenting the SDK's code, which is compiled here (IlOnlyImage), costs a third of a build's time. Others: eng/Build/Test.cs.
        ["DOTNET_TieredPGO"] = "0",
        ["DOTNET_TC_CallCountThreshold"] = "1000",
        ["DOTNET_gcConcurrent"] = "0",

        // Else the runtime ends, under Wine 8, with an internal error when it frees a dynamic method's code.
        ["DOTNET_EnableWriteXorExecute"] = "0",
    };

    private static WineResult Run(string program, IEnumerable<string> arguments, string? folder, Dictionary<string, string>? variables)
    {
        using var process = new Process { StartInfo = StartInfo(program, arguments, folder, variables) };
        var lines = new ConcurrentQueue<string?>(); // Null at a stream's end.
        process.OutputDataReceived += (_, line) => lines.Enqueue(line.Data);
        process.ErrorDataReceived += (_, line) => lines.Enqueue(line.Data);
        process.Start();
        process.StandardInput.Close();
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
        if (!process.WaitForExit(s_timeout))
        {
            process.Kill(entireProcessTree: true);
            Assert.Fail($"{program} {string.Join(' ', arguments)} took longer than {s_timeout}; its output so far:\n{Output()}");
        }

        // Waits for the end of the output.
        Task.Run(process.WaitForExit).Wait(s_outputAfterExit);
        return new WineResult(process.ExitCode, Output());

        string Output() => string.Concat(lines.OfType<string>().Select(line => line + '\n'));
    }

    /// <param name="variables">The whole environment, except PATH; null for this process's.</param>
    private static ProcessStartInfo StartInfo(
        string program, IEnumerable<string> arguments, string? folder, Dictionary<string, string>? variables)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            WorkingDirectory = folder ?? RepositoryRoot.Folder,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            StandardOutputEncoding = Encoding.UTF8,
        };
        if (variables is not null)
        {
            // MSBuild takes every variable for a property. Where the drives clone, Wine's own programs are in a folder of their own.
            string? path = start.Environment["PATH"];
            start.Environment.Clear();
            start.Environment["PATH"] = $"{Path.GetDirectoryName(program)}:{path}";
            foreach ((string name, string value) in variables)
            {
                start.Environment[name] = value;
            }
        }

        return start;
    }
}
