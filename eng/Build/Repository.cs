namespace CopyOnWrite.Build;

/// <summary>The paths in this repository.</summary>
internal static class Repository
{
    internal const string Solution = "CopyOnWrite.Sdk.sln";

    internal static string Root => RepositoryRoot.Folder;

    internal static string Artifacts => Path.Combine(Root, "artifacts");

    internal static string Packages => Path.Combine(Artifacts, "packages");

    internal static string Sample(string name) => Path.Combine(Root, "samples", name);
}
