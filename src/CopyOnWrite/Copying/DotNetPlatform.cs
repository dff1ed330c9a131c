using System;
using System.IO;

namespace CopyOnWrite;

/// <summary>Copies and looks at files by .NET: for systems without a platform of their own.</summary>
internal class DotNetPlatform : Platform
{
    /// <summary>Whether <see cref="Clone"/> may be called.</summary>
    internal virtual bool ClonesOnDemand => false;

    internal override CloneWorker NewWorker(CloneCall cloneCall) => new DotNetWorker(this, cloneCall);

    /// <summary>Makes a new file that is a clone, or throws as File.Copy does, with the system's error.</summary>
    internal virtual void Clone(string source, string made) => throw new PlatformNotSupportedException();

    internal override bool TryStat(string path, out FileStat seen)
    {
        try
        {
            // A file is identified by its path alone: one file under two names is two here.
            var identity = new FileIdentity(0, unchecked((ulong)path.GetHashCode()), (ulong)path.Length);
            seen = Directory.Exists(path)
                ? new FileStat(EntryKind.Folder, 0, Directory.GetLastWriteTimeUtc(path), identity)
                : new FileStat(EntryKind.File, new FileInfo(path).Length, File.GetLastWriteTimeUtc(path), identity);
            return true;
        }
        catch (Exception e) when (DotNetError.IsOfFiles(e))
        {
            seen = default;
            return false;
        }
    }
}
