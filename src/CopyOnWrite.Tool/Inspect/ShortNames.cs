using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

namespace CopyOnWrite.Tool.Inspect;

/// <summary>
/// Paths without the folders that all of them begin with: "obj/a.dll" and "bin/a.dll", where base names would be the same.
/// </summary>
internal sealed class ShortNames
{
    private readonly int _common;

    internal ShortNames(IReadOnlyList<string> paths)
    {
        string[] common = [];
        bool first = true;
        foreach (string path in paths)
        {
            string[] folders = PartsOf(path)[..^1];
            common = first ? folders : [.. common.Zip(folders).TakeWhile(pair => pair.First == pair.Second).Select(pair => pair.First)];
            first = false;
        }

        _common = common.Length;
    }

    internal string Of(string path) => string.Join(Path.DirectorySeparatorChar, PartsOf(path)[_common..]);

    private static string[] PartsOf(string path) => Path.GetFullPath(path).Split(Path.DirectorySeparatorChar, StringSplitOptions.None);
}
