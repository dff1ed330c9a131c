namespace CopyOnWrite.Tasks;

/// <summary>
/// Compares paths, ignoring case on Windows and macOS but not on Linux. The built-in Copy tests it once in the folder for temporary files
/// (FileUtilities.PathComparer of MSBuild 17.0 to 18.9), with the same result on volumes of those systems' default format.
/// </summary>
/// <remarks>
/// Before 18.3 the built-in task treated destinations that differ in case as one on Linux too, and omitted the second source if the sources
/// differed in case as well (dotnet/msbuild#12147). Both files are copied here.
/// </remarks>
internal static class PathNames
{
    internal static readonly StringComparison Comparison = ComparisonOf(RuntimeInformation.IsOSPlatform);

    internal static readonly StringComparer Comparer =
        Comparison == StringComparison.Ordinal ? StringComparer.Ordinal : StringComparer.OrdinalIgnoreCase;

    internal static bool EndsInSeparator(string path) =>
        path.Length > 0
            && (path[path.Length - 1] == Path.DirectorySeparatorChar || path[path.Length - 1] == Path.AltDirectorySeparatorChar);

    internal static StringComparison ComparisonOf(Func<OSPlatform, bool> isSystem) =>
        isSystem(OSPlatform.Windows) || isSystem(OSPlatform.OSX) ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal;
}
