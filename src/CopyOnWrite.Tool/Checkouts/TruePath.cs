namespace CopyOnWrite.Tool.Checkouts;

/// <summary>The path of a folder as the kernel has it, and so a build that runs there: no part of the path is a link.</summary>
internal static class TruePath
{
    internal static string Of(string folder)
    {
        if (Path.GetDirectoryName(folder) is not { } above)
        {
            return folder;
        }

        string path = Path.Join(Of(above), Path.GetFileName(folder));
        return new DirectoryInfo(path).ResolveLinkTarget(returnFinalTarget: true) is { } target ? Of(target.FullName) : path;
    }
}
