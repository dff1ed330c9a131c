using System;
using System.IO;

namespace CopyOnWrite.Measurement;

/// <summary>Which files of a built repository are compared with those of another build.</summary>
public static class BuildOutputs
{
    /// <summary>
    /// All that is given out, and the compiled files that it is copied from: the mtimes of copies are held against those of their sources.
    /// Of obj no more: its lists and caches hold the times of files, which are others in each build.
    /// </summary>
    /// <param name="path">Relative to the repository.</param>
    public static bool Include(string path) =>
        $"/{path}".Contains("/bin/", StringComparison.Ordinal)
        || (path.Contains("/obj/", StringComparison.Ordinal)
            && Path.GetExtension(path) is ".dll" or ".pdb" or ".xml"
            && !path.Contains("/ref", StringComparison.Ordinal));
}
