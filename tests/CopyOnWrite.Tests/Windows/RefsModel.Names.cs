namespace CopyOnWrite.Tests.Windows;

/// <summary>Calls by path: attributes and copying.</summary>
internal sealed unsafe partial class RefsModel
{
    private const uint FirstBuildThatClones = 26100;

    public override int GetFileAttributes(string path, out WIN32_FILE_ATTRIBUTE_DATA data)
    {
        data = default;
        lock (_files)
        {
            int error = ErrorOfCall(nameof(GetFileAttributes), ref path);
            error = error != 0 ? error : IsThere(path) ? 0 : ERROR_FILE_NOT_FOUND;
            if (error != 0)
            {
                return error;
            }

            FileStatus status = FileStatus.Of(path);
            long length = Directory.Exists(path) || IsLink(path) ? 0 : status.Length;
            data.FileAttributes = IsLink(path) ? AttributesOfLink(path) : AttributesOf(FileAt(path), path);
            data.FileSizeHigh = (uint)(length >> 32);
            data.FileSizeLow = (uint)length;
            data.LastWriteTime = (status.Modified / 100) + TicksOfEpoch;
            return 0;
        }
    }

    public override int SetFileAttributes(string path, uint attributes)
    {
        lock (_files)
        {
            int error = ErrorOfCall(nameof(SetFileAttributes), ref path);
            error = error != 0 ? error : !IsThere(path) ? ERROR_FILE_NOT_FOUND : 0;
            if (error == 0)
            {
                SetAttributes(FileAt(path), path, attributes);
            }

            return error;
        }
    }

    /// <summary>Content, attributes, streams, extended attributes and write time ("CopyFileExW"); clones as the build does.</summary>
    public override int CopyFile(string from, string to)
    {
        lock (_files)
        {
            int error = Injections.For(nameof(CopyFile), from);
            from = Spelled(from);
            to = Spelled(to);
            error = error != 0 ? error : ErrorOfPending(from);
            error = error != 0 ? error : File.Exists(from) ? 0 : Directory.Exists(from) ? ERROR_ACCESS_DENIED : ERROR_FILE_NOT_FOUND;
            error = error != 0 ? error : ErrorOfName(to);
            error = error != 0 ? error : ErrorOfPending(to);
            error = error != 0 ? error : IsThere(to) ? ERROR_FILE_EXISTS : 0;
            error = error != 0 ? error
                : MayShare(FileAt(from), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE) ? 0
                : ERROR_SHARING_VIOLATION;
            if (error != 0)
            {
                return error;
            }

            ModelFile source = FileAt(from);
            error = Open(to, GENERIC_READ | GENERIC_WRITE | DELETE, 0, CREATE_NEW, source.Attributes, out nint handle);
            if (error != 0)
            {
                return error;
            }

            Opened made = _open[handle];
            try
            {
                byte[] content = File.ReadAllBytes(from);
                made.Stream!.Write(content, 0, content.Length / 2);
                Injections.BeforeEachCall?.Invoke(); // A killed process leaves what it has written.
                made.Stream.Write(content, content.Length / 2, content.Length - (content.Length / 2));
            }
            catch (IOException)
            {
                _ = SetDelete(made, delete: true);
                CloseHandle(handle);
                return ERROR_SHARING_VIOLATION;
            }

            CopyState(source, made, from);
            CloseHandle(handle);
            return 0;
        }
    }

    private void CopyState(ModelFile source, Opened made, string from)
    {
        made.File.Resize(made.Stream!.Length);
        // "Kernel Extended Attributes": a user's program cannot set them.
        made.File.ExtendedAttributes = Array.FindAll(
            source.ExtendedAttributes, name => !name.StartsWith("$KERNEL.", StringComparison.OrdinalIgnoreCase));
        foreach (string name in source.Streams.Keys)
        {
            made.File.Streams[name] = source.Streams[name];
        }

        bool clones = Build >= FirstBuildThatClones && source.Volume == made.File.Volume && source.Volume.Clones
            && !source.Volume.SystemCopyOnlyCopies;
        if (clones)
        {
            source.Flush(); // What the system clones for itself it flushes for itself.
        }

        for (int i = 0; clones && i < source.Clusters.Count; i++)
        {
            if (source.Volume.ReferencesOf(source.Clusters[i]) < ModelVolume.MostReferences)
            {
                made.File.Share(i, source.Clusters[i]);
            }
        }

        made.File.IsDirty = !clones;

        made.WriteTimeSet = (FileStatus.OfTarget(from).Modified / 100) + TicksOfEpoch;
        if (IsReadOnly(from))
        {
            File.SetUnixFileMode(made.Path, UnixFileMode.UserRead);
        }
    }
}
