namespace CopyOnWrite.Windows.Tests.Infrastructure;

/// <summary>The paths in this repository.</summary>
internal static class Repository
{
    internal static string Root => RepositoryRoot.Folder;

    internal static string Packages => Path.Combine(Root, "artifacts", "packages");

    /// <summary>What is made for Windows; kept from one run to the next.</summary>
    internal static string ForWindows => Path.Combine(Root, "artifacts", "windows");
}
