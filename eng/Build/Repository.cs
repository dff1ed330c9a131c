using System.IO;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Testing;

namespace CopyOnWrite.Build;

/// <summary>Where things are in this repository.</summary>
internal static class Repository
{
    internal const string Solution = "CopyOnWrite.Sdk.sln";

    internal static string Root => RepositoryRoot.Folder;

    internal static string Artifacts => Path.Combine(Root, "artifacts");

    internal static string Packages => Path.Combine(Artifacts, "packages");

    /// <summary>The commit that is checked out, with "-dirty" when something differs from it.</summary>
    internal static async Task<string> CommitAsync(CancellationToken cancel)
    {
        (_, string commit) = await Shell.ReadAsync("git", ["describe", "--always", "--dirty"], cancel);
        return commit.Trim();
    }

    internal static string Sample(string name) => Path.Combine(Root, "samples", name);
}
