using System;

namespace CopyOnWrite;

/// <summary>
/// The switch by which .NET does without its advisory locks on Unix (SafeFileHandle.Unix.cs); ours then do without as well.
/// </summary>
internal static class FileLocking
{
    /// <summary>.NET reads its switch once per process, too.</summary>
    internal static readonly bool IsOff = AppContext.TryGetSwitch("System.IO.DisableFileLocking", out bool value)
        ? value
        : Environment.GetEnvironmentVariable("DOTNET_SYSTEM_IO_DISABLEFILELOCKING") is { } text
            && (text == "1" || text.Equals("true", StringComparison.OrdinalIgnoreCase));
}
