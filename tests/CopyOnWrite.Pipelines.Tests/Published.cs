namespace CopyOnWrite.Pipelines.Tests;

/// <summary>What pages show for readers to copy: where this project is published, and the version.</summary>
internal static class Published
{
    internal const string Placeholder = "OWNER/REPOSITORY";

    private static readonly string s_repository = Property("Directory.Build.props", "PublishedRepository");

    internal static bool IsPlaceholder => s_repository.Length == 0;

    internal static string Repository => IsPlaceholder ? Placeholder : s_repository;

    internal static string Version { get; } = Property("build/Common.props", "VersionPrefix");

    /// <summary>A reference to a version of the repository: the tag that release.yml publishes.</summary>
    internal static string Reference => IsPlaceholder ? "VERSION" : "v" + Version;

    private static string Property(string file, string name) =>
        XDocument.Load(Path.Combine(RepositoryRoot.Folder, file)).Descendants(name).First().Value;
}
