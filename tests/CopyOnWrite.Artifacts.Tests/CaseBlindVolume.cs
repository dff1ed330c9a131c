namespace CopyOnWrite.Artifacts.Tests;

/// <summary>A folder that takes Readme.txt and README.txt for one, made of one that does not.</summary>
internal sealed class CaseBlindVolume(FileCloner cloner, string root) : FileCloner
{
    internal override CloneWorker NewWorker(CloneCall cloneCall) => new Worker(cloner.NewWorker(cloneCall), Known);

    internal override bool TryStat(string path, out FileSnapshot seen) => cloner.TryStat(Known(path), out seen);

    internal override bool TryList(string folder, ICollection<FolderEntry> entries, out string? why) =>
        cloner.TryList(Known(folder), entries, out why);

    internal override bool CreatesFilesInParallel(string destination) => cloner.CreatesFilesInParallel(Known(destination));

    /// <summary>The path with each part in the spelling that it was made with.</summary>
    private string Known(string path)
    {
        if (!path.StartsWith(root + Path.DirectorySeparatorChar, StringComparison.OrdinalIgnoreCase))
        {
            return path;
        }

        string known = root;
        foreach (string part in path[(root.Length + 1)..].Split(Path.DirectorySeparatorChar))
        {
            string? there = Directory.Exists(known)
                ? Directory.EnumerateFileSystemEntries(known)
                    .Select(Path.GetFileName)
                    .FirstOrDefault(name => part.Equals(name, StringComparison.OrdinalIgnoreCase))
                : null;
            known = Path.Combine(known, there ?? part);
        }

        return known;
    }

    private sealed class Worker(CloneWorker worker, Func<string, string> known) : CloneWorker
    {
        public override CloneOutcome Copy(string source, string destination) => worker.Copy(source, known(destination));

        public override bool IsUnchanged(string source, string destination) => worker.IsUnchanged(source, known(destination));

        public override void Dispose() => worker.Dispose();
    }
}
