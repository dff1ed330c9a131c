namespace CopyOnWrite.Tasks;

/// <summary>Names the page about an error or a message with a code: a page of docs/diagnostics, which each package contains.</summary>
internal static class Documentation
{
    // The codes are grouped by what logs them. CopyOnWrite.Check.targets has the page of COW1001 once more.
    private const string FirstOfStaging = "COW1020";
    private const string FirstOfTool = "COW1040";

    /// <summary>The page's full path with the code's anchor; relative to the package's root if the page is missing there.</summary>
    /// <param name="code">Such as "COW1003".</param>
    internal static string PageOf(string code)
    {
        string name = string.CompareOrdinal(code, FirstOfStaging) < 0 ? "sdk.md"
            : string.CompareOrdinal(code, FirstOfTool) < 0 ? "artifacts.md"
            : "tool.md";
        return $"{PathOf(Path.Combine("docs", "diagnostics", name))}#{code.ToLowerInvariant()}";
    }

    /// <summary>The full path of a page in the package of this assembly, which is some folders below the package's root.</summary>
    /// <param name="page">Relative to that root, and the result if no such file exists.</param>
    internal static string PathOf(string page)
    {
        string assembly = typeof(Documentation).Assembly.Location;
        string? folder = assembly.Length == 0 ? null : Path.GetDirectoryName(assembly);
        while (folder is not null && !File.Exists(Path.Combine(folder, page)))
        {
            folder = Path.GetDirectoryName(folder);
        }

        return folder is null ? page : Path.Combine(folder, page);
    }
}
