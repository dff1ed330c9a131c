namespace CopyOnWrite.Tests;

/// <summary>A call for one file.</summary>
internal static class OneFile
{
    internal static bool IsUnchanged(this Platform platform, string source, string destination)
    {
        using CloneWorker worker = platform.NewWorker(new CloneCall(platform));
        return worker.IsUnchanged(source, destination);
    }
}
