using System;
using System.IO;

namespace CopyOnWrite;

/// <summary>Creates no file itself and uses .NET to look at files: for systems without a cloner, or without one that only copies.</summary>
internal sealed class SystemCloner : FileCloner
{
    internal override CloneWorker NewWorker(CloneCall cloneCall) => new Worker(this);

    internal override bool TryStat(string path, out FileSnapshot seen)
    {
        try
        {
            // A file is identified by its path alone: one file under two names is two here.
            var identity = new FileIdentity(0, unchecked((ulong)path.GetHashCode()), (ulong)path.Length);
            seen = Directory.Exists(path)
                ? new FileSnapshot(EntryKind.Folder, 0, Directory.GetLastWriteTimeUtc(path), identity)
                : new FileSnapshot(EntryKind.File, new FileInfo(path).Length, File.GetLastWriteTimeUtc(path), identity);
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            seen = default;
            return false;
        }
    }

    private sealed class Worker(SystemCloner cloner) : CloneWorker
    {
        public override void Dispose()
        {
        }

        public override CloneOutcome Copy(string source, string destination) => CloneOutcome.NotHandled(Reason.CloningDisabled);

        public override bool IsUnchanged(string source, string destination) =>
            cloner.TryStat(source, out FileSnapshot here)
            && cloner.TryStat(destination, out FileSnapshot there)
            && here.Kind == EntryKind.File
            && there.Kind == EntryKind.File
            && here.Length == there.Length
            && here.Modified == there.Modified;
    }
}
