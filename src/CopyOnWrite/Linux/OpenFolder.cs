using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>
/// The folder of the last file looked at, opened when a fifth file of it comes: opening and closing cost as much as five names save. The
/// kernel then looks up one name and not a whole path, which is two fifths of what a look at a file costs.
/// </summary>
internal sealed unsafe class OpenFolder
{
    // 2.5 and 0.8 µs to open and to close, 0.7 µs for a name instead of a path of ten folders (C).
    private const int FilesByPath = 4;

    private string? _path;
    private string? _lastFile;
    private int _length;
    private int _descriptor = -1;
    private int _files;
    private bool _tried;

    /// <summary>
    /// The descriptor that the file's name is relative to, and where in the path the name begins. AT_FDCWD and 0 for the whole path.
    /// </summary>
    internal int Of(string path, byte[] buffer, out int name)
    {
        int length = path.LastIndexOf('/');
        if (length < 0)
        {
            name = 0;
            return AT_FDCWD;
        }

        if (_path is null || _length != length || string.CompareOrdinal(_path, 0, path, 0, length) != 0)
        {
            Close();
            _path = path;
            _length = length;
        }

        // One file may be asked for several times: for whether it is unchanged, and by each attempt to copy it.
        if (!_tried && !ReferenceEquals(_lastFile, path) && ++_files > FilesByPath)
        {
            _tried = true;
            _descriptor = OpenNow(path.Substring(0, length + 1), buffer);
        }

        _lastFile = path;
        name = _descriptor < 0 ? 0 : length + 1;
        return _descriptor < 0 ? AT_FDCWD : _descriptor;
    }

    /// <summary>
    /// The same for a path that is in <paramref name="encoded"/>: the name begins at the byte <paramref name="name"/>.
    /// </summary>
    /// <param name="buffer">Another one.</param>
    internal int Of(string path, byte[] encoded, byte[] buffer, out int name)
    {
        int folder = Of(path, buffer, out name);
        name = name == 0 ? 0 : NativePath.NameIn(encoded);
        return folder;
    }

    /// <summary>False when it was not open, and what was asked for was looked up by its path.</summary>
    internal bool TryClose()
    {
        bool wasOpen = _descriptor >= 0;
        Close();
        return wasOpen;
    }

    /// <summary>The folder's descriptor; -1 when it cannot be opened.</summary>
    internal int Open(string folder, byte[] buffer)
    {
        // By reference: who looks at many files of a folder has one text for it.
        if (!ReferenceEquals(_path, folder))
        {
            Close();
            _path = folder;
            _length = folder.Length;
            _tried = true;
            _descriptor = OpenNow(folder, buffer);
        }

        return _descriptor;
    }

    internal void Close()
    {
        if (_descriptor >= 0)
        {
            _ = close(_descriptor);
            _descriptor = -1;
        }

        _path = null;
        _lastFile = null;
        _files = 0;
        _tried = false;
    }

    private static int OpenNow(string folder, byte[] buffer)
    {
        fixed (byte* path = buffer)
        {
            return NativePath.TryEncode(folder, buffer) ? open(path, O_PATH | O_DIRECTORY | O_CLOEXEC, 0) : -1;
        }
    }
}
