using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>
/// The file being cloned into: under its own name where there is none yet, else beside the old one under a temporary name, renamed over it at
/// the end. Open without sharing, as CopyFile has its destination, so nobody reads or takes away what is half made.
/// </summary>
internal readonly unsafe struct DestinationFile
{
    private readonly IWindowsCalls _calls;
    private readonly string _path;
    private readonly string? _temporary;

    private DestinationFile(IWindowsCalls calls, nint handle, string path, string? temporary)
    {
        _calls = calls;
        Handle = handle;
        _path = path;
        _temporary = temporary;
    }

    internal nint Handle { get; }

    /// <summary>Of kind NotHandled when there is no file to write to; then nothing was made.</summary>
    internal static FileOutcome Create(IWindowsCalls calls, string path, uint attributes, out DestinationFile created)
    {
        int error = Open(calls, path, attributes, out nint handle);
        created = new DestinationFile(calls, handle, path, null);
        if (!WinError.IsThereAlready(error))
        {
            return error == 0 ? default : Replacement.RefusalOf(calls, path, error);
        }

        FileOutcome refused = Replacement.MayReplace(calls, path);
        if (refused.Kind == OutcomeKind.NotHandled)
        {
            return refused;
        }

        for (int number = 0; number < Replacement.TemporaryNamesToTry; number++)
        {
            string temporary = Win32Path.TemporaryBeside(path, number);
            error = Open(calls, temporary, attributes, out handle);
            if (WinError.IsThereAlready(error) && Replacement.TryRemoveLeftover(calls, temporary))
            {
                error = Open(calls, temporary, attributes, out handle);
            }

            if (error == 0)
            {
                created = new DestinationFile(calls, handle, path, temporary);
                return default;
            }

            if (!WinError.IsThereAlready(error))
            {
                break;
            }
        }

        return FileOutcome.NotHandled(WinError.OfFile(error), error);
    }

    /// <summary>0, or the error of the step that failed; then what was made is gone again.</summary>
    internal int StampAndPublish(in FileStamp source)
    {
        // What CopyFile leaves: the source's write time, times of its own otherwise. A read-only source's copy has no attributes at all, as the
        // built-in task sets them to Normal. Times come last, so that what a killed process leaves is copied again.
        uint attributes = source.Basic.FileAttributes;
        var change = new FILE_BASIC_INFO
        {
            LastWriteTime = source.Basic.LastWriteTime,
            FileAttributes = (attributes & FILE_ATTRIBUTE_READONLY) != 0 ? FILE_ATTRIBUTE_NORMAL
                : (attributes & FILE_ATTRIBUTE_NOT_CONTENT_INDEXED) != 0 ? AtCreation(attributes) | FILE_ATTRIBUTE_ARCHIVE | FILE_ATTRIBUTE_NOT_CONTENT_INDEXED
                : 0,
        };
        int error = _calls.SetFileInformation(Handle, FileBasicInfo, &change, sizeof(FILE_BASIC_INFO));
        if (error != 0)
        {
            Discard();
            return error;
        }

        if (_temporary is null)
        {
            _calls.CloseHandle(Handle);
            return 0;
        }

        return Replacement.Publish(_calls, Handle, _temporary, _path);
    }

    internal void Discard()
    {
        // By the handle, so that nobody else's file of that name is removed.
        byte delete = 1;
        int error = _calls.SetFileInformation(Handle, FileDispositionInfo, &delete, sizeof(byte));
        _calls.CloseHandle(Handle);
        if (error != 0)
        {
            _ = _calls.DeleteFile(_temporary ?? _path);
        }
    }

    private static int Open(IWindowsCalls calls, string path, uint attributes, out nint handle) =>
        calls.CreateFile(path, GENERIC_READ | GENERIC_WRITE | DELETE, 0, CREATE_NEW, AtCreation(attributes), out handle);

    /// <summary>Those that CreateFile takes (its page lists them) and the copy keeps.</summary>
    private static uint AtCreation(uint attributes)
    {
        uint kept = attributes & (FILE_ATTRIBUTE_HIDDEN | FILE_ATTRIBUTE_SYSTEM | FILE_ATTRIBUTE_ARCHIVE);
        return (attributes & FILE_ATTRIBUTE_READONLY) != 0 || kept == 0 ? FILE_ATTRIBUTE_NORMAL : kept;
    }
}
