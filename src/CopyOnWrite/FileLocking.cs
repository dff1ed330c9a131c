using System;

namespace CopyOnWrite;

/// <summary>The switch by which .NET does without its advisory locks on Unix (SafeFileHandle.Unix.cs); ours then do without as well.</summary>
internal static class FileLocking
{
    private static int s_isOff;

    // .NET reads its switch once per process, too.
    internal static bool IsOff
    {
        get
        {
            if (s_isOff == 0)
            {
                bool off = AppContext.TryGetSwitch("System.IO.DisableFileLocking", out bool value)
                    ? value
                    : Environment.GetEnvironmentVariable("DOTNET_SYSTEM_IO_DISABLEFILELOCKING") is { } text
                        && (text == "1" || text.Equals("true", StringComparison.OrdinalIgnoreCase));
                s_isOff = off ? 1 : -1;
            }

            return s_isOff == 1;
        }
    }
}
