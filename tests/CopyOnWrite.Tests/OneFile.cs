namespace CopyOnWrite.Tests;

/// <summary>A call for one file.</summary>
internal static class OneFile
{
    internal static bool IsUnchanged(this FileCloner cloner, string source, string destination)
    {
        using CloneWorker worker = cloner.NewWorker(new CloneCall(cloner));
        return worker.IsUnchanged(source, destination);
    }
}
