// A file system that shows one folder and refuses:  refusing SWITCHES FOLDER MOUNTPOINT
//   busy    an open file can be neither renamed, nor replaced, nor deleted (ETXTBSY)
//   nlink0  no file has a link
//   nlink2  each file has two
//   ino0    all files and folders have the number 0
//   inonew  each time they are asked, another one
//   nomode  modes cannot be set (EPERM)
//   notime  nor times
//   threads    calls are answered side by side; without ownlocks or vainlocks the kernel has the locks, for this mount alone
//   ownlocks   locks are taken in this process (fcntl), whose locks never exclude each other
//   vainlocks  every lock is given
#define _GNU_SOURCE
#define FUSE_USE_VERSION 31
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fuse.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST 4096
#define ANSWER(call) ssize_t result = (call); return result == -1 ? -errno : result

static const char *switches;
static int root;
static ino_t last_number;
static ino_t open_files[MOST];  // By descriptor.

static int is(const char *name) { return strstr(switches, name) != NULL; }

static const char *in_root(const char *path) { return path[1] ? path + 1 : "."; }

static int is_busy(const char *path)
{
    struct stat status;
    if (!is("busy") || fstatat(root, in_root(path), &status, AT_SYMLINK_NOFOLLOW)) return 0;
    for (int i = 0; i < MOST; i++) if (open_files[i] == status.st_ino) return 1;
    return 0;
}

static int opened(int descriptor, struct fuse_file_info *file)
{
    struct stat status;
    if (descriptor == -1) return -errno;
    if (descriptor >= MOST || fstat(descriptor, &status)) return -EMFILE;
    open_files[descriptor] = status.st_ino;
    file->fh = descriptor;
    return 0;
}

static void *on_init(struct fuse_conn_info *connection, struct fuse_config *config)
{
    config->use_ino = 1;
    config->hard_remove = 1;  // Else an open file is renamed and not deleted.
    config->attr_timeout = config->entry_timeout = 0;
    config->nullpath_ok = is("threads");  // What has lost its name stays open.
    return NULL;
}

static int on_getattr(const char *path, struct stat *status, struct fuse_file_info *file)
{
    if (file ? fstat(file->fh, status) : fstatat(root, in_root(path), status, AT_SYMLINK_NOFOLLOW)) return -errno;
    if (S_ISREG(status->st_mode)) status->st_nlink = is("nlink0") ? 0 : is("nlink2") ? 2 : status->st_nlink;
    if (is("ino0")) status->st_ino = 0;
    if (is("inonew")) status->st_ino = ++last_number;
    return 0;
}

// Of what is open the library gives no path (nullpath_ok).
static int on_opendir(const char *path, struct fuse_file_info *file)
{
    int folder = openat(root, in_root(path), O_RDONLY | O_DIRECTORY);
    file->fh = folder;
    return folder == -1 ? -errno : 0;
}

static int on_readdir(const char *path, void *buffer, fuse_fill_dir_t fill, off_t offset, struct fuse_file_info *file,
    enum fuse_readdir_flags flags)
{
    DIR *folder = fdopendir(openat(file->fh, ".", O_RDONLY | O_DIRECTORY));
    struct dirent *entry;
    if (!folder) return -errno;
    while ((entry = readdir(folder))) fill(buffer, entry->d_name, NULL, 0, 0);
    closedir(folder);
    return 0;
}

static int on_releasedir(const char *path, struct fuse_file_info *file)
{
    close(file->fh);
    return 0;
}

static int on_create(const char *path, mode_t mode, struct fuse_file_info *file)
{
    return opened(openat(root, in_root(path), file->flags | O_CREAT, mode), file);
}

static int on_open(const char *path, struct fuse_file_info *file) { return opened(openat(root, in_root(path), file->flags), file); }

// close(2) does not wait for it, but what is asked next is answered after it, by the one thread.
static int on_release(const char *path, struct fuse_file_info *file)
{
    open_files[file->fh] = 0;
    close(file->fh);
    return 0;
}

static int on_read(const char *path, char *buffer, size_t size, off_t offset, struct fuse_file_info *file)
{
    ANSWER(pread(file->fh, buffer, size, offset));
}

static int on_write(const char *path, const char *buffer, size_t size, off_t offset, struct fuse_file_info *file)
{
    ANSWER(pwrite(file->fh, buffer, size, offset));
}

static int on_truncate(const char *path, off_t size, struct fuse_file_info *file)
{
    if (!file) return -ENOSYS;
    ANSWER(ftruncate(file->fh, size));
}

static int on_chmod(const char *path, mode_t mode, struct fuse_file_info *file)
{
    if (is("nomode")) return -EPERM;
    ANSWER(fchmodat(root, in_root(path), mode, 0));
}

static int on_utimens(const char *path, const struct timespec times[2], struct fuse_file_info *file)
{
    if (is("notime")) return -EPERM;
    ANSWER(utimensat(root, in_root(path), times, AT_SYMLINK_NOFOLLOW));
}

static int on_rename(const char *from, const char *to, unsigned flags)
{
    if (is_busy(from) || is_busy(to)) return -ETXTBSY;
    ANSWER(renameat2(root, in_root(from), root, in_root(to), flags));
}

static int on_mkdir(const char *path, mode_t mode)
{
    ANSWER(mkdirat(root, in_root(path), mode));
}

static int on_unlink(const char *path)
{
    if (is_busy(path)) return -ETXTBSY;
    ANSWER(unlinkat(root, in_root(path), 0));
}

static int on_rmdir(const char *path)
{
    ANSWER(unlinkat(root, in_root(path), AT_REMOVEDIR));
}

static int on_lock(const char *path, struct fuse_file_info *file, int command, struct flock *lock)
{
    if (is("ownlocks")) return fcntl(file->fh, command, lock) ? -errno : 0;
    if (command == F_GETLK) lock->l_type = F_UNLCK;
    return 0;
}

int main(int count, char *arguments[])
{
    static struct fuse_operations operations = {
        .init = on_init, .getattr = on_getattr, .opendir = on_opendir, .readdir = on_readdir,
        .releasedir = on_releasedir, .create = on_create, .open = on_open, .release = on_release,
        .read = on_read, .write = on_write, .truncate = on_truncate,
        .chmod = on_chmod, .utimens = on_utimens, .rename = on_rename, .mkdir = on_mkdir, .unlink = on_unlink, .rmdir = on_rmdir,
    };
    if (count != 4 || (root = open(arguments[2], O_PATH | O_DIRECTORY)) == -1) return fprintf(stderr, "SWITCHES FOLDER MOUNTPOINT\n"), 2;
    switches = arguments[1];
    if (is("ownlocks") || is("vainlocks")) operations.lock = on_lock;
    char *mount[] = { arguments[0], arguments[3], is("threads") ? NULL : "-s", NULL };  // One thread.
    return fuse_main(is("threads") ? 2 : 3, mount, &operations, NULL);
}
