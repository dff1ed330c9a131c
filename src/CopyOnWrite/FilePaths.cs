using System;
using System.IO;

namespace CopyOnWrite;

/// <summary>Checks the paths that a caller of the library passes.</summary>
internal static class FilePaths
{
    /// <exception cref="ArgumentException">A path is null, empty or not a path, or both are the same.</exception>
    internal static (string Source, string Destination) Absolute(string source, string destination)
    {
        string from = Path.GetFullPath(source ?? throw new ArgumentNullException(nameof(source)));
        string to = Path.GetFullPath(destination ?? throw new ArgumentNullException(nameof(destination)));
        return from != to ? (from, to) : throw new ArgumentException("Source and destination are the same path.", nameof(destination));
    }
}
