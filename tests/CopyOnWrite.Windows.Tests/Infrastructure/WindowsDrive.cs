namespace CopyOnWrite.Windows.Tests.Infrastructure;

/// <summary>A drive of the tests' Windows.</summary>
/// <param name="Folder">That is its root, on this system.</param>
internal sealed record WindowsDrive(char Letter, string Folder, bool Clones)
{
    internal static WindowsDrive C => new('C', Wine.DriveC, false);

    /// <summary>D: on btrfs where there is one, else C:, for what does not depend on it.</summary>
    internal static WindowsDrive Any => Wine.CanClone ? new('D', Wine.DriveD, true) : C;

    /// <summary>Without it the test is skipped, with the reason; where <c>CI=true</c> it fails.</summary>
    internal static WindowsDrive RequireD()
    {
        Wine.RequireClones();
        return Any;
    }

    /// <summary>This system's path of <c>C:\repo\a.props</c>.</summary>
    internal string PathHere(string path) => Path.Combine(Folder, path[3..].Replace('\\', '/'));
}
