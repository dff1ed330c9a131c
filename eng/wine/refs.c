/* ReFS's block cloning for Wine, on Linux volumes that can reflink (btrfs, xfs): the tests' Windows has drives that clone.
 *
 * Goes into Wine's dlls/ntdll/unix/file.c by hooks.patch. The library that results, ntdll.so, is covered by Wine's licence, the GNU LGPL 2.1 or
 * later; it is built on the machine that runs the tests and is not distributed.
 *
 * The rules are those of [MS-FSA] 2.1.5.10.4 and [MS-FSCC] 2.3.7 to 2.3.9, and of the page "Block cloning" in the Win32 documentation.
 * On xfs there are also POSIX renames and deletions (pages "FILE_RENAME_INFORMATION" and "FILE_DISPOSITION_INFORMATION_EX"), which are
 * refused on btrfs, as by Server 2022's ReFS.
 * Not modelled: clusters of 64 KiB, unbuffered reading, snapshots, integrity that a folder gives to its files, the limit of references to a
 * block (RefsModel has it), and FSCTL_DUPLICATE_EXTENTS_TO_FILE_EX, which no program of the tests calls.
 *
 * COW_REFS_DIRTY=1  blocks that have not reached the disk read as zeros in a clone, as on ReFS before Windows 11 24H2
 *                   (microsoft/CopyOnWrite issue 12, git-lfs issue 6312)
 */
#include <linux/fiemap.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/statfs.h>
#include <sys/xattr.h>

#define REFS_CLUSTER 4096
#define REFS_XATTR "user.refs"
#define REFS_XFS 0x58465342
#define REFS_ENFORCEMENT_OFF 1 /* FSCTL_INTEGRITY_FLAG_CHECKSUM_ENFORCEMENT_OFF; beside the FILE_ATTRIBUTE_ flags in the xattr */

struct refs_duplicate            /* DUPLICATE_EXTENTS_DATA */
{
    HANDLE   file;
    LONGLONG source_offset;
    LONGLONG target_offset;
    LONGLONG count;
};

struct refs_integrity            /* FSCTL_GET_INTEGRITY_INFORMATION_BUFFER; its first 8 bytes are the one to set */
{
    USHORT   algorithm;
    USHORT   reserved;
    ULONG    flags;
    ULONG    chunk_size;
    ULONG    cluster_size;
};

struct refs_extents              /* RETRIEVAL_POINTERS_BUFFER and RETRIEVAL_POINTERS_AND_REFCOUNT_BUFFER, whose extents follow */
{
    DWORD    count;
    LONGLONG first;
};

struct refs_extent               /* the first two fields, without references */
{
    LONGLONG next;
    LONGLONG cluster;
    DWORD    references;
};

#define REFS_GET_EXTENTS_AND_REFERENCES 0x000903d3 /* FSCTL_GET_RETRIEVAL_POINTERS_AND_REFCOUNT, which Wine's headers lack */

static BOOL refs_is_clone_fs( const struct statfs *fs )
{
    return (unsigned int)fs->f_type == 0x9123683e /* btrfs */ || (unsigned int)fs->f_type == REFS_XFS;
}

static BOOL refs_has_posix( int fd )
{
    struct statfs fs;

    return !fstatfs( fd, &fs ) && (unsigned int)fs.f_type == REFS_XFS;
}

static BOOL refs_has( int fd )
{
    struct statfs fs;

    return !fstatfs( fd, &fs ) && refs_is_clone_fs( &fs );
}

/* Whether this names a drive, not a folder in it, that passes for ReFS. Opened so, Wine's mount manager would answer, which knows of NTFS only;
 * GetVolumeInformationW goes on with the root folder where there is no such device. */
static BOOL refs_is_drive( const OBJECT_ATTRIBUTES *attr )
{
    const WCHAR *name = attr->ObjectName->Buffer;
    struct statfs fs;
    char *path;
    BOOL found;

    if (attr->RootDirectory || attr->ObjectName->Length != 6 * sizeof(WCHAR)) return FALSE;
    if (name[0] != '\\' || name[1] != '?' || name[2] != '?' || name[3] != '\\' || name[5] != ':') return FALSE;
    if (!(path = malloc( strlen( config_dir ) + sizeof("/dosdevices/a:") ))) return FALSE;
    sprintf( path, "%s/dosdevices/%c:", config_dir, (char)(name[4] | 0x20) );
    found = !statfs( path, &fs ) && refs_is_clone_fs( &fs );
    free( path );
    return found;
}

static BOOL refs_describe_volume( int fd, FILE_FS_ATTRIBUTE_INFORMATION *info, ULONG length )
{
    static const WCHAR name[] = {'R','e','F','S'};

    if (!refs_has( fd )) return FALSE;

    info->FileSystemAttributes = FILE_CASE_PRESERVED_NAMES | FILE_PERSISTENT_ACLS | FILE_UNICODE_ON_DISK | FILE_SUPPORTS_SPARSE_FILES |
                                 FILE_SUPPORTS_BLOCK_REFCOUNTING;
    if (refs_has_posix( fd )) info->FileSystemAttributes |= 0x400; /* FILE_SUPPORTS_POSIX_UNLINK_RENAME */
    info->MaximumComponentNameLength = 255;
    info->FileSystemNameLength = min( sizeof(name), length - offsetof( FILE_FS_ATTRIBUTE_INFORMATION, FileSystemName ) );
    memcpy( info->FileSystemName, name, info->FileSystemNameLength );
    return TRUE;
}

/* Sparse and integrity, of which Linux has no attributes. */
static ULONG refs_flags( int fd )
{
    ULONG flags = 0;

    return fgetxattr( fd, REFS_XATTR, &flags, sizeof(flags) ) == sizeof(flags) ? flags : 0;
}

static NTSTATUS refs_set_flags( int fd, ULONG mask, ULONG flags )
{
    ULONG before = refs_flags( fd ), after = (before & ~mask) | flags;

    if (after == before) return STATUS_SUCCESS;
    return fsetxattr( fd, REFS_XATTR, &after, sizeof(after), 0 ) ? errno_to_status( errno ) : STATUS_SUCCESS;
}

static ULONG refs_attributes( int fd )
{
    return refs_flags( fd ) & ~REFS_ENFORCEMENT_OFF;
}

static ULONG refs_attributes_of( const char *path )
{
    ULONG flags = 0;

    return getxattr( path, REFS_XATTR, &flags, sizeof(flags) ) == sizeof(flags) ? flags & ~REFS_ENFORCEMENT_OFF : 0;
}

/* Up to 256 extents from here on; the count, or -1 with errno. */
static int refs_map( int fd, LONGLONG offset, ULONG flags, struct fiemap_extent *extents )
{
    char data[sizeof(struct fiemap) + 256 * sizeof(struct fiemap_extent)] __attribute__((aligned(8)));
    struct fiemap *map = (struct fiemap *)data;

    memset( map, 0, sizeof(*map) );
    map->fm_start = offset;
    map->fm_length = ~(__u64)0 - offset;
    map->fm_flags = flags;
    map->fm_extent_count = 256;
    if (ioctl( fd, FS_IOC_FIEMAP, map ) == -1) return -1;
    memcpy( extents, map->fm_extents, map->fm_mapped_extents * sizeof(*extents) );
    return map->fm_mapped_extents;
}

static NTSTATUS refs_clone( int target, const struct stat *to, int source, const struct stat *from, const struct refs_duplicate *data )
{
    struct fiemap_extent extents[256];
    struct file_clone_range range;
    int i, count = refs_map( source, data->source_offset, 0, extents );
    BOOL dirty = FALSE;

    if (count < 0) return errno_to_status( errno );
    for (i = 0; i < count; i++) dirty |= (extents[i].fe_flags & (FIEMAP_EXTENT_DELALLOC | FIEMAP_EXTENT_UNKNOWN)) != 0;

    range.src_fd = source;
    range.src_offset = data->source_offset;
    range.src_length = min( data->count, from->st_size - data->source_offset );
    range.dest_offset = data->target_offset;
    if (dirty && getenv( "COW_REFS_DIRTY" ))
    {
        fallocate( target, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, range.dest_offset, data->count );
        return STATUS_SUCCESS;
    }

    /* Linux clones whole blocks, or to the source's end, and lengthens the target by it: its length is given back. */
    if (range.src_length % REFS_CLUSTER && data->target_offset + (LONGLONG)range.src_length < to->st_size)
        return STATUS_INVALID_PARAMETER; /* the source's last bytes into the middle of a target, which Linux does not do */
    if (ioctl( target, FICLONERANGE, &range ) == -1)
        return errno == EXDEV ? STATUS_INVALID_PARAMETER : errno_to_status( errno );
    if (data->target_offset + (LONGLONG)range.src_length > to->st_size && ftruncate( target, to->st_size ) == -1)
        return errno_to_status( errno );
    return STATUS_SUCCESS;
}

static NTSTATUS refs_duplicate( int target, const struct refs_duplicate *data )
{
    const LONGLONG cluster = REFS_CLUSTER;
    int source, needs_close;
    enum server_fd_type type;
    struct stat to, from;
    NTSTATUS status;

    if ((status = server_get_unix_fd( data->file, FILE_READ_DATA, &source, &needs_close, &type, NULL ))) return status;
    if (type != FD_TYPE_FILE) status = STATUS_INVALID_PARAMETER;
    else if (fstat( target, &to ) || fstat( source, &from )) status = errno_to_status( errno );
    else if (to.st_dev != from.st_dev) status = STATUS_INVALID_PARAMETER; /* not STATUS_NOT_SAME_DEVICE: [MS-FSCC] 2.3.8 */
    else if (data->source_offset < 0 || data->target_offset < 0 || data->count <= 0 || data->count >= (LONGLONG)1 << 32 ||
             data->source_offset % cluster || data->target_offset % cluster || data->count % cluster)
        status = STATUS_INVALID_PARAMETER;
    else if ((refs_flags( source ) ^ refs_flags( target )) & (FILE_ATTRIBUTE_INTEGRITY_STREAM | REFS_ENFORCEMENT_OFF))
        status = STATUS_INVALID_PARAMETER;
    else if (refs_flags( source ) & ~refs_flags( target ) & FILE_ATTRIBUTE_SPARSE_FILE)
        status = STATUS_NOT_SUPPORTED;
    else if (data->source_offset + data->count > (from.st_size + cluster - 1) / cluster * cluster ||
             data->target_offset + data->count > (to.st_size + cluster - 1) / cluster * cluster ||
             (from.st_ino == to.st_ino && data->source_offset < data->target_offset + data->count &&
              data->target_offset < data->source_offset + data->count))
        status = STATUS_NOT_SUPPORTED;
    else
        status = refs_clone( target, &to, source, &from, data );
    if (needs_close) close( source );
    return status;
}

static NTSTATUS refs_get_integrity( int fd, struct refs_integrity *info, ULONG size, IO_STATUS_BLOCK *io )
{
    ULONG flags = refs_flags( fd );

    if (size < sizeof(*info)) return STATUS_INVALID_PARAMETER;
    memset( info, 0, sizeof(*info) );
    info->algorithm = flags & FILE_ATTRIBUTE_INTEGRITY_STREAM ? 2 /* CHECKSUM_TYPE_CRC64 */ : 0;
    info->flags = flags & REFS_ENFORCEMENT_OFF;
    info->cluster_size = REFS_CLUSTER;
    io->Information = sizeof(*info);
    return STATUS_SUCCESS;
}

/* Only while the file is empty, [MS-FSCC] 2.3.73. */
static NTSTATUS refs_set_integrity( int fd, const struct refs_integrity *info, ULONG size )
{
    struct stat st;

    if (size < offsetof( struct refs_integrity, chunk_size )) return STATUS_INVALID_PARAMETER;
    if (fstat( fd, &st )) return errno_to_status( errno );
    if (st.st_size && !info->algorithm != !(refs_flags( fd ) & FILE_ATTRIBUTE_INTEGRITY_STREAM)) return STATUS_INVALID_PARAMETER;
    return refs_set_flags( fd, FILE_ATTRIBUTE_INTEGRITY_STREAM | REFS_ENFORCEMENT_OFF,
                           (info->algorithm ? FILE_ATTRIBUTE_INTEGRITY_STREAM : 0) | (info->flags & REFS_ENFORCEMENT_OFF) );
}

static void refs_add_extent( struct refs_extents *result, ULONG size, LONGLONG next, LONGLONG cluster, DWORD references )
{
    struct refs_extent *extent = (struct refs_extent *)((char *)(result + 1) + result->count * size);

    extent->next = next;
    extent->cluster = cluster;
    if (size == sizeof(*extent)) extent->references = references;
    result->count++;
}

/* Where the blocks are, in clusters; a hole is at -1. Of references Linux knows one or more than one. */
static NTSTATUS refs_get_extents( int fd, LONGLONG start, struct refs_extents *result, ULONG size, ULONG each, IO_STATUS_BLOCK *io )
{
    struct fiemap_extent extents[256];
    ULONG room = size < sizeof(*result) ? 0 : (size - sizeof(*result)) / each;
    LONGLONG end, at = start;
    struct stat st;
    int i, count;

    if (!room) return STATUS_BUFFER_TOO_SMALL;
    if (fstat( fd, &st ) || (count = refs_map( fd, start * REFS_CLUSTER, FIEMAP_FLAG_SYNC, extents )) < 0) return errno_to_status( errno );
    end = (st.st_size + REFS_CLUSTER - 1) / REFS_CLUSTER;
    if (start < 0 || start >= end) return STATUS_END_OF_FILE;

    result->first = start;
    result->count = 0;
    for (i = 0; i <= count && at < end && result->count < room; i++)
    {
        LONGLONG first = end, last = end;

        if (i < count)
        {
            first = min( end, (LONGLONG)(extents[i].fe_logical / REFS_CLUSTER) );
            last = min( end, (LONGLONG)((extents[i].fe_logical + extents[i].fe_length + REFS_CLUSTER - 1) / REFS_CLUSTER) );
        }
        else if (count == ARRAY_SIZE(extents)) break;
        if (first > at) refs_add_extent( result, each, at = first, -1, 0 );
        if (last > first && result->count < room)
        {
            /* within a block, or not known yet: no cluster of its own */
            BOOL none = (extents[i].fe_flags & (FIEMAP_EXTENT_UNKNOWN | FIEMAP_EXTENT_NOT_ALIGNED)) != 0;
            LONGLONG cluster = none ? -1 : (LONGLONG)(extents[i].fe_physical / REFS_CLUSTER) + max( at - first, 0 );

            refs_add_extent( result, each, at = last, cluster, extents[i].fe_flags & FIEMAP_EXTENT_SHARED ? 2 : 1 );
        }
    }
    io->Information = sizeof(*result) + result->count * each;
    return at < end ? STATUS_BUFFER_OVERFLOW : STATUS_SUCCESS;
}

/* Answers the control and returns TRUE when it is one of ReFS's and the file is on a volume that passes for it. */
static BOOL refs_control( HANDLE handle, IO_STATUS_BLOCK *io, ULONG code, void *in, ULONG in_size, void *out, ULONG out_size, unsigned int *status )
{
    BOOL writes = code == FSCTL_DUPLICATE_EXTENTS_TO_FILE || code == FSCTL_SET_SPARSE || code == FSCTL_SET_INTEGRITY_INFORMATION;
    BOOL reads = code == FSCTL_GET_INTEGRITY_INFORMATION || code == FSCTL_GET_RETRIEVAL_POINTERS || code == REFS_GET_EXTENTS_AND_REFERENCES;
    enum server_fd_type type;
    int fd, needs_close;

    if (!writes && !reads) return FALSE;
    if (server_get_unix_fd( handle, 0, &fd, &needs_close, &type, NULL )) return FALSE;
    if (!refs_has( fd ))
    {
        if (needs_close) close( fd );
        return FALSE;
    }
    if (needs_close) close( fd );

    io->Information = 0;
    if ((*status = server_get_unix_fd( handle, writes ? FILE_WRITE_DATA : 0, &fd, &needs_close, &type, NULL ))) return TRUE;
    if (type != FD_TYPE_FILE) *status = STATUS_INVALID_PARAMETER;
    else switch (code)
    {
    case FSCTL_DUPLICATE_EXTENTS_TO_FILE:
        *status = in_size < sizeof(struct refs_duplicate) ? STATUS_BUFFER_TOO_SMALL : refs_duplicate( fd, in );
        break;
    case FSCTL_SET_SPARSE: /* without a buffer: set */
        *status = refs_set_flags( fd, FILE_ATTRIBUTE_SPARSE_FILE, in_size && !*(BYTE *)in ? 0 : FILE_ATTRIBUTE_SPARSE_FILE );
        break;
    case FSCTL_GET_INTEGRITY_INFORMATION:
        *status = refs_get_integrity( fd, out, out_size, io );
        break;
    case FSCTL_SET_INTEGRITY_INFORMATION:
        *status = refs_set_integrity( fd, in, in_size );
        break;
    case FSCTL_GET_RETRIEVAL_POINTERS:
    case REFS_GET_EXTENTS_AND_REFERENCES:
        if (in_size < sizeof(LONGLONG)) *status = STATUS_INVALID_PARAMETER;
        else *status = refs_get_extents( fd, *(LONGLONG *)in, out, out_size,
                                         code == FSCTL_GET_RETRIEVAL_POINTERS ? offsetof( struct refs_extent, references ) : sizeof(struct refs_extent), io );
        break;
    }
    if (needs_close) close( fd );
    return TRUE;
}

/* The name under which Linux has an open file, which follows renames; FALSE where the volume has no POSIX semantics. */
static BOOL refs_posix_path( HANDLE handle, char path[PATH_MAX] )
{
    int fd, needs_close, length = 0;
    char link[32];

    if (server_get_unix_fd( handle, 0, &fd, &needs_close, NULL, NULL )) return FALSE;
    sprintf( link, "/proc/self/fd/%d", fd );
    if (refs_has_posix( fd ) && (length = readlink( link, path, PATH_MAX - 1 )) > 0) path[length] = 0;
    if (needs_close) close( fd );
    return length > 0;
}

/* What the server refuses: replaces a file that others have open. They must share its deletion, and it may be neither mapped nor read-only,
 * which the server checks as if it were to be deleted. The exchange is atomic: each open finds the old file or the new one. The server goes
 * on with the old name for the handle, so the handle must not be renamed again. */
static NTSTATUS refs_replace_open( const char *from, FILE_RENAME_INFORMATION *info )
{
    FILE_DISPOSITION_INFORMATION delete = { TRUE }, keep = { FALSE };
    UNICODE_STRING name = { info->FileNameLength, info->FileNameLength, info->FileName };
    NTSTATUS status = STATUS_ACCESS_DENIED;
    OBJECT_ATTRIBUTES attr;
    IO_STATUS_BLOCK io;
    char to[PATH_MAX];
    HANDLE target;

    InitializeObjectAttributes( &attr, &name, OBJ_CASE_INSENSITIVE, info->RootDirectory, NULL );
    if (NtOpenFile( &target, DELETE, &attr, &io, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, FILE_NON_DIRECTORY_FILE ))
        return status;
    if (!NtSetInformationFile( target, &io, &delete, sizeof(delete), FileDispositionInformation ) &&
        !NtSetInformationFile( target, &io, &keep, sizeof(keep), FileDispositionInformation ) &&
        refs_posix_path( target, to ) && !renameat2( AT_FDCWD, from, AT_FDCWD, to, RENAME_EXCHANGE ))
        status = unlink( from ) ? errno_to_status( errno ) : STATUS_SUCCESS;
    NtClose( target );
    return status;
}

/* FileRenameInformationEx and FileDispositionInformationEx. A deleted name is free at once, on Windows once this handle is closed. */
static NTSTATUS refs_set_posix( HANDLE handle, IO_STATUS_BLOCK *io, const void *data, ULONG length, BOOL renames )
{
    ULONG flags = length < sizeof(flags) ? 0 : *(const ULONG *)data;
    BOOL does = flags & 1, by_posix = (flags & 2) != 0; /* ..._REPLACE_IF_EXISTS or ..._DELETE, and ..._POSIX_SEMANTICS */
    char path[PATH_MAX];
    NTSTATUS status;
    BYTE *plain;

    if (by_posix && !refs_posix_path( handle, path )) return STATUS_NOT_SUPPORTED;
    if (!(plain = malloc( length ))) return STATUS_NO_MEMORY;
    memcpy( plain, data, length );
    plain[0] = does; /* there the older classes have a BOOLEAN */
    status = NtSetInformationFile( handle, io, plain, length, renames ? FileRenameInformation : FileDispositionInformation );
    if (does && by_posix && renames && status == STATUS_ACCESS_DENIED) status = refs_replace_open( path, (FILE_RENAME_INFORMATION *)plain );
    if (does && by_posix && !renames && !status) remove( path );
    free( plain );
    return status;
}
