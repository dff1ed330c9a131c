namespace CopyOnWrite.Tests.Windows;

/// <summary>Questions to open files and changes of them.</summary>
internal sealed unsafe partial class RefsModel
{
    private const int ERROR_BAD_LENGTH = 24;
    private const int StreamEntryHead = 24;
    private const int EaHead = 8;

    public override int GetFileInformation(nint file, int infoClass, void* result, int size)
    {
        nint to = (nint)result;
        string name = infoClass switch { FileStreamInfo => "FileStreamInfo", FileIdInfo => "FileIdInfo", _ => nameof(GetFileInformation) };
        return With(file, name, opened => infoClass switch
        {
            FileBasicInfo => Put(to, size, BasicOf(opened)),
            FileStandardInfo => Put(to, size, new FILE_STANDARD_INFO { NumberOfLinks = LinksOf(opened.Path) }),
            FileIdInfo => Put(to, size, new FILE_ID_INFO { VolumeSerialNumber = opened.File.Volume.Serial, FileIdLow = opened.File.Id }),
            FileRemoteProtocolInfo when opened.File.Volume.IsRemote => 0,
            FileStreamInfo => PutStreams((byte*)to, size, opened.File),
            _ => ERROR_INVALID_PARAMETER,
        }, FILE_READ_ATTRIBUTES);
    }

    public override int GetNetworkOpenInformation(nint file, out FILE_NETWORK_OPEN_INFORMATION information) =>
        Ask(file, nameof(GetNetworkOpenInformation), out information, StateOf, FILE_READ_ATTRIBUTES);

    public override int GetEaSize(nint file, out uint bytes) =>
        Ask(file, nameof(GetEaSize), out bytes, opened => (uint)opened.File.ExtendedAttributes.Sum(name => EaHead + name.Length + 1));

    public override int GetEas(nint file, void* result, int size)
    {
        nint to = (nint)result;
        return With(file, nameof(GetEas), opened => PutEas((byte*)to, size, opened.File.ExtendedAttributes), GENERIC_READ);
    }

    public override int GetVolumeFlags(nint file, out uint flags, out string name)
    {
        int error = Ask(
            file, nameof(GetVolumeFlags), out (uint Flags, string Name) volume, one => (one.File.Volume.Flags, one.File.Volume.FileSystem));
        (flags, name) = error == 0 ? volume : (0, string.Empty);
        return error;
    }

    public override int GetVolumeSize(nint file, out FILE_FS_SIZE_INFORMATION size) =>
        Ask(file, nameof(GetVolumeSize), out size, opened => new FILE_FS_SIZE_INFORMATION
        {
            AvailableAllocationUnits = (long)(Free / opened.File.Volume.ClusterSize),
            SectorsPerAllocationUnit = 1,
            BytesPerSector = opened.File.Volume.ClusterSize,
        });

    public override int SetFileInformation(nint file, int infoClass, void* info, int size)
    {
        nint from = (nint)info;
        string name = infoClass switch
        {
            FileEndOfFileInfo => "FileEndOfFileInfo",
            FileDispositionInfo => "FileDispositionInfo",
            _ => nameof(SetFileInformation),
        };
        return With(file, name, opened => infoClass switch
        {
            FileEndOfFileInfo => size != sizeof(long) ? ERROR_BAD_LENGTH : SetEndOfFile(opened, *(long*)from),
            FileBasicInfo => size < sizeof(FILE_BASIC_INFO) ? ERROR_BAD_LENGTH : SetBasic(opened, *(FILE_BASIC_INFO*)from),
            FileDispositionInfo => size < sizeof(byte) ? ERROR_BAD_LENGTH : SetDelete(opened, *(byte*)from != 0),
            _ => ERROR_INVALID_PARAMETER,
        });
    }

    private int Ask<T>(nint file, string call, out T answer, Func<Opened, T> ask, uint access = 0)
    {
        T found = default!;
        int error = With(file, call, opened =>
        {
            found = ask(opened);
            return 0;
        }, access);
        answer = found;
        return error;
    }

    private static uint AttributesOf(ModelFile file, string path)
    {
        uint attributes = file.Attributes
            | (IsReadOnly(path) ? FILE_ATTRIBUTE_READONLY : 0)
            | (file.IsSparse ? FILE_ATTRIBUTE_SPARSE_FILE : 0)
            | (file.Integrity != 0 ? FILE_ATTRIBUTE_INTEGRITY_STREAM : 0);
        return Directory.Exists(path) ? FILE_ATTRIBUTE_DIRECTORY
            : attributes == 0 ? FILE_ATTRIBUTE_NORMAL
            : attributes;
    }

    private static FILE_BASIC_INFO BasicOf(Opened opened)
    {
        FileStatus status = FileStatus.OfTarget(opened.Path);
        return opened.IsLink ? new FILE_BASIC_INFO { FileAttributes = AttributesOfLink(opened.Path) } : new FILE_BASIC_INFO
        {
            CreationTime = (status.Born / 100) + TicksOfEpoch,
            LastAccessTime = File.GetLastAccessTimeUtc(opened.Path).ToFileTimeUtc(),
            LastWriteTime = opened.WriteTimeSet ?? (status.Modified / 100) + TicksOfEpoch,
            ChangeTime = ChangeTimeOf(opened.File, status),
            FileAttributes = AttributesOf(opened.File, opened.Path),
        };
    }

    private static FILE_NETWORK_OPEN_INFORMATION StateOf(Opened opened)
    {
        FILE_BASIC_INFO basic = BasicOf(opened);
        return new FILE_NETWORK_OPEN_INFORMATION
        {
            CreationTime = basic.CreationTime,
            LastAccessTime = basic.LastAccessTime,
            LastWriteTime = basic.LastWriteTime,
            ChangeTime = basic.ChangeTime,
            FileAttributes = basic.FileAttributes,
            AllocationSize = opened.File.AllocationSize,
            EndOfFile = Directory.Exists(opened.Path) ? 0 : FileStatus.OfTarget(opened.Path).Length,
        };
    }

    private static uint AttributesOfLink(string path) =>
        FILE_ATTRIBUTE_REPARSE_POINT | (Directory.Exists(path) ? FILE_ATTRIBUTE_DIRECTORY : 0);

    private static long ChangeTimeOf(ModelFile file, FileStatus status) => file.ChangeTimeSet ?? (status.Changed / 100) + TicksOfEpoch;

    private static int Put<T>(nint to, int size, T value)
        where T : unmanaged
    {
        if (size < sizeof(T))
        {
            return ERROR_BAD_LENGTH;
        }

        *(T*)to = value;
        return 0;
    }

    /// <summary>Entries begin at multiples of 8; what does not fit is more data.</summary>
    private static int PutStreams(byte* to, int size, ModelFile file)
    {
        string[] names = ["::$DATA", .. file.Streams.Keys.Select(name => $":{name}:$DATA")];
        int offset = 0;
        for (int i = 0; i < names.Length; i++)
        {
            int length = StreamEntryHead + (names[i].Length * sizeof(char));
            if (offset + length > size)
            {
                return ERROR_MORE_DATA;
            }

            int next = i + 1 < names.Length ? (length + 7) / 8 * 8 : 0;
            var entry = (FILE_STREAM_INFO*)(to + offset);
            entry->NextEntryOffset = (uint)next;
            names[i].AsSpan().CopyTo(new Span<char>(to + offset + StreamEntryHead, names[i].Length));
            offset += next;
        }

        return 0;
    }

    /// <summary>FILE_FULL_EA_INFORMATION, without values; entries begin at multiples of 4.</summary>
    private static int PutEas(byte* to, int size, string[] names)
    {
        int offset = 0;
        for (int i = 0; i < names.Length; i++)
        {
            int length = EaHead + names[i].Length + 1;
            if (offset + length > size)
            {
                return ERROR_MORE_DATA;
            }

            int next = i + 1 < names.Length ? (length + 3) / 4 * 4 : 0;
            *(int*)(to + offset) = next;
            to[offset + 5] = (byte)names[i].Length;
            System.Text.Encoding.ASCII.GetBytes(names[i] + '\0').CopyTo(new Span<byte>(to + offset + EaHead, names[i].Length + 1));
            offset += next;
        }

        return 0;
    }

    private static int SetEndOfFile(Opened opened, long length)
    {
        if (!opened.May(GENERIC_WRITE))
        {
            return ERROR_ACCESS_DENIED;
        }

        opened.Stream!.SetLength(length);
        opened.File.Resize(length);
        Note(opened);
        return 0;
    }

    private static int SetBasic(Opened opened, in FILE_BASIC_INFO info)
    {
        if (!opened.May(FILE_WRITE_ATTRIBUTES))
        {
            return ERROR_ACCESS_DENIED;
        }

        if (info.FileAttributes != 0)
        {
            SetAttributes(opened.File, opened.Path, info.FileAttributes);
        }

        if (info.LastAccessTime != 0)
        {
            File.SetLastAccessTimeUtc(opened.Path, DateTime.FromFileTimeUtc(info.LastAccessTime));
            Note(opened);
        }

        if (info.ChangeTime != 0)
        {
            opened.File.ChangeTimeSet = info.ChangeTime;
        }

        if (info.LastWriteTime != 0)
        {
            opened.WriteTimeSet = info.LastWriteTime;
            Stamp(opened, info.LastWriteTime);
        }

        return 0;
    }

    private static void SetAttributes(ModelFile file, string path, uint attributes)
    {
        const uint Settable = FILE_ATTRIBUTE_HIDDEN | FILE_ATTRIBUTE_SYSTEM | FILE_ATTRIBUTE_ARCHIVE | FILE_ATTRIBUTE_NOT_CONTENT_INDEXED;
        file.Attributes = attributes & Settable;
        UnixFileMode mode = File.GetUnixFileMode(path);
        File.SetUnixFileMode(path, (attributes & FILE_ATTRIBUTE_READONLY) != 0
            ? mode & ~(UnixFileMode.UserWrite | UnixFileMode.GroupWrite | UnixFileMode.OtherWrite)
            : mode | UnixFileMode.UserWrite);
        Note(file, path);
    }
}
