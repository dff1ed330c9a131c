namespace CopyOnWrite.Pipelines.Tests;

internal static class Root
{
    internal static string Here { get; } = AppContext.BaseDirectory;

    internal static string Folder => RepositoryRoot.Folder;
}
