using System.IO;

namespace CopyOnWrite.Tasks;

/// <summary>The pages about errors and messages, in the package, whose root is two folders above the assembly.</summary>
internal static class Documentation
{
    internal static string PageOf(string code)
    {
        string assembly = typeof(Documentation).Assembly.Location;
        string page = Path.Combine("docs", "diagnostics", code + ".md");
        return assembly.Length == 0 ? page : Path.GetFullPath(Path.Combine(Path.GetDirectoryName(assembly)!, "..", "..", page));
    }
}
