/// <summary>
/// Writes the exit code of a program under Wine to the file of COW_EXIT_CODE. Wine's server kills a process that has ended, but is not gone
/// a second later (process_sigkill in server/process.c), as on a busy machine; what started it on Linux then sees 137.
/// </summary>
/// <remarks>.NET calls it by this name, in no namespace (docs/design/features/host-startup-hook.md of dotnet/runtime).</remarks>
#pragma warning disable CA1050 // In no namespace: .NET calls it by this name alone.
internal static class StartupHook
#pragma warning restore CA1050
{
    private const string Variable = "COW_EXIT_CODE";

    internal static void Initialize()
    {
        if (Environment.GetEnvironmentVariable(Variable) is not { Length: > 0 } file)
        {
            return;
        }

        // Programs that this one starts have other exit codes.
        Environment.SetEnvironmentVariable(Variable, null);
        Environment.SetEnvironmentVariable("DOTNET_STARTUP_HOOKS", null);
        AppDomain.CurrentDomain.ProcessExit += (_, _) =>
            File.WriteAllText(file, Environment.ExitCode.ToString(CultureInfo.InvariantCulture));
    }
}
