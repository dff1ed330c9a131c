using System.IO;

namespace CopyOnWrite.Windows.Tests.Infrastructure;

/// <summary>A drive of the tests' Windows.</summary>
/// <param name="Folder">That is its root, on this system.</param>
internal sealed record WindowsDrive(char Letter, string Folder)
{
    internal static WindowsDrive C => new('C', Wine.DriveC);

    /// <summary>As this system names <c>C:\repo\a.props</c>.</summary>
    internal string PathHere(string path) => Path.Combine(Folder, path[3..].Replace('\\', '/'));

    internal bool Has(string path) => path.StartsWith($@"{Letter}:\", System.StringComparison.OrdinalIgnoreCase);
}
