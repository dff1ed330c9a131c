using System;

namespace CopyOnWrite;

/// <summary>
/// .NET's switch that turns its advisory locks on Unix off (SafeFileHandle.Unix.cs); it turns ours off as well.
/// </summary>
internal static class FileLocking
{
    /// <summary>As .NET does, reads the switch once per process.</summary>
    internal static readonly bool IsOff = AppContext.TryGetSwitch("System.IO.DisableFileLocking", out bool value)
        ? value
        : Environment.GetEnvironmentVariable("DOTNET_SYSTEM_IO_DISABLEFILELOCKING") is { } text
            && (text == "1" || text.Equals("true", StringComparison.OrdinalIgnoreCase));
}
