using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>
/// Files of which a clone has all that CopyFile would copy: no further streams, no extended attributes, no odd attributes. Blocks are all
/// that a clone takes along. Nor a file with fewer blocks than its length asks for: what fills them up is not the file system's (a
/// placeholder), or not there yet.
/// </summary>
internal static unsafe class OnlyContent
{
    /// <param name="volume">The file's.</param>
    internal static bool Has(IWindowsCalls calls, nint file, in FileStamp stamp, VolumeInfo volume)
    {
        bool sparse = (stamp.Attributes & FILE_ATTRIBUTE_SPARSE_FILE) != 0;
        if (!SourceFile.HasClonableAttributes(stamp.Attributes) || (!sparse && stamp.State.AllocationSize < stamp.Length))
        {
            return false;
        }

        if (volume.HasExtendedAttributes && (calls.GetEaSize(file, out uint bytes) != 0 || bytes != 0))
        {
            return false;
        }

        // Space for the content's own entry and no more: further ones are more data.
        const int Size = 64;
        byte* streams = stackalloc byte[Size];
        return !volume.HasStreams
            || (calls.GetFileInformation(file, FileStreamInfo, streams, Size) == 0 && ((FILE_STREAM_INFO*)streams)->NextEntryOffset == 0);
    }
}
