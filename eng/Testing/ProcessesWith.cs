namespace CopyOnWrite.Testing;

/// <summary>Processes that builds have started and that outlive them, found by a variable that those builds had (Linux).</summary>
internal static class ProcessesWith
{
    /// <param name="program">A part of the command line.</param>
    internal static int[] Ids(string variable, string value, string program = "") =>
    [
        .. Directory.GetDirectories("/proc").Select(Path.GetFileName)
            .Where(name => name!.All(char.IsAsciiDigit) && IsOne($"/proc/{name}", $"{variable}={value}", program))
            .Select(name => int.Parse(name!, CultureInfo.InvariantCulture)),
    ];

    internal static void Kill(int[] ids)
    {
        foreach (int id in ids)
        {
            try
            {
                using var process = Process.GetProcessById(id);
                process.Kill();
                process.WaitForExit();
            }
            catch (Exception e) when (e is ArgumentException or InvalidOperationException)
            {
                // It has ended by itself.
            }
        }
    }

    private static bool IsOne(string process, string variable, string program)
    {
        try
        {
            return File.ReadAllText($"{process}/environ").Split('\0').Contains(variable)
                && File.ReadAllText($"{process}/cmdline").Contains(program, StringComparison.Ordinal);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It has ended meanwhile, or is another user's.
            return false;
        }
    }
}
