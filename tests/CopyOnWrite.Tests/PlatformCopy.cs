namespace CopyOnWrite.Tests;

internal static class PlatformCopy
{
    /// <summary>Clones or copies one file, as a call of one file does.</summary>
    /// <param name="cache">Of this platform; null for no cache.</param>
    internal static CloneOutcome Copy(
        this Platform platform, string source, string destination, CloneCache? cache = null, bool flushesSources = false)
    {
        using CloneWorker worker = platform.NewWorker(new CloneCall(platform, cache, FlushesSources: flushesSources));
        return worker.Copy(source, destination);
    }

    /// <summary>Clones a folder with all that is in it into a new one, or leaves nothing.</summary>
    internal static CloneTreeResult CloneTree(
        this Platform platform, string source, string destination, CloneTreeOptions? options = null,
        CancellationToken cancellation = default)
    {
        using var tree = PrivateTree.Make(platform, source, Path.GetDirectoryName(destination)!, destination);
        _ = tree.Fill(options ?? new CloneTreeOptions(), cancellation);
        CloneTreeResult result = tree.Stamp();
        tree.Publish(destination);
        return result;
    }
}
