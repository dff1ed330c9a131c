namespace CopyOnWrite.Tool;

/// <summary>How this tool was installed, by its folder: each way has its own command to update it.</summary>
internal static class ToolInstallation
{
    private const string Update = "dotnet tool update CopyOnWrite.Tool";

    // The file beside a global tool or one in --tool-path; a local tool is in the package cache.
    private static readonly string s_store = $"{Path.DirectorySeparatorChar}.store{Path.DirectorySeparatorChar}";

    internal static string UpdateCommand { get; } = UpdateCommandOf(
        AppContext.BaseDirectory,
        Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".dotnet", "tools"));

    /// <param name="folder">The program's folder.</param>
    /// <param name="global">The folder of the user's global tools.</param>
    internal static string UpdateCommandOf(string folder, string global)
    {
        int store = folder.IndexOf(s_store, StringComparison.Ordinal);
        return store < 0 ? Update
            : folder[..store] == global ? $"{Update} --global"
            : $"{Update} --tool-path {ShellText.Argument(folder[..store])}";
    }
}
