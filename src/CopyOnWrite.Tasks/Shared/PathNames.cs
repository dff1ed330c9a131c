using System;
using System.IO;
using System.Runtime.InteropServices;

namespace CopyOnWrite.Tasks;

/// <summary>
/// Whether two paths that differ in upper and lower case are one: on Windows and macOS, and not on Linux. The built-in Copy tries it out
/// once in the folder for temporary files (FileUtilities.PathComparer of MSBuild 17.0 to 18.9) and comes to the same on the volumes that
/// those systems make unless told otherwise.
/// </summary>
/// <remarks>
/// Before 18.3 the built-in took destinations that differ in case for one on Linux too, and left out the second source where the sources
/// differed in case as well (dotnet/msbuild#12147). Both files are copied here.
/// </remarks>
internal static class PathNames
{
    internal static readonly StringComparer Comparer = ComparerOf(RuntimeInformation.IsOSPlatform);

    internal static readonly StringComparison Comparison = ComparisonOf(RuntimeInformation.IsOSPlatform);

    internal static bool EndsInSeparator(string path) =>
        path.Length > 0
            && (path[path.Length - 1] == Path.DirectorySeparatorChar || path[path.Length - 1] == Path.AltDirectorySeparatorChar);

    internal static StringComparer ComparerOf(Func<OSPlatform, bool> isSystem) =>
        ComparisonOf(isSystem) == StringComparison.OrdinalIgnoreCase ? StringComparer.OrdinalIgnoreCase : StringComparer.Ordinal;

    internal static StringComparison ComparisonOf(Func<OSPlatform, bool> isSystem) =>
        isSystem(OSPlatform.Windows) || isSystem(OSPlatform.OSX) ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal;
}
