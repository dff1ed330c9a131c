// The bare limit of a Copy call: the system calls that a copy of each file needs, and nothing else.
//
//   bare clone|copy new|replace|look PAIRS    PAIRS: a source and its destination, a line each; prints nanoseconds
//
// look: only looks both up, as is necessary to see that nothing changed.
//
// A file: open, fstat, flock, open O_EXCL, FICLONE (or copy_file_range), fchmod where the mode differs, futimens, close twice; and where
// there is a file already, a temporary name and rename. A folder that is missing is made when a file needs it. A look: statx of both.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static void fail(const char *what, const char *path)
{
    fprintf(stderr, "%s %s: %s\n", what, path, strerror(errno));
    exit(1);
}

static void make_folder(const char *file)
{
    char path[4096];
    strcpy(path, file);
    *strrchr(path, '/') = 0;
    if (mkdir(path, 0777) == 0 || errno == EEXIST) return;
    if (errno != ENOENT) fail("mkdir", path);
    make_folder(path);
    if (mkdir(path, 0777) != 0) fail("mkdir", path);
}

static int create(const char *path, mode_t mode)
{
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (file < 0 && errno == ENOENT) {
        make_folder(path);
        file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    }
    if (file < 0) fail("open", path);
    return file;
}

static void copy(const char *source, const char *destination, int clone, int replace, mode_t mask)
{
    char temporary[4200];
    const char *made = destination;
    if (replace) {
        sprintf(temporary, "%s.tmp", destination);
        made = temporary;
    }
    int from = open(source, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (from < 0 || fstat(from, &status) != 0 || flock(from, LOCK_SH | LOCK_NB) != 0) fail("open", source);
    mode_t mode = status.st_mode & 07777;
    int to = create(made, mode);
    if (status.st_size > 0 && clone && ioctl(to, FICLONE, from) != 0) fail("FICLONE", made);
    for (off_t left = clone ? 0 : status.st_size; left > 0;) {
        ssize_t moved = copy_file_range(from, NULL, to, NULL, left, 0);
        if (moved <= 0) fail("copy_file_range", made);
        left -= moved;
    }
    if ((mode & mask) != 0 && fchmod(to, mode) != 0) fail("fchmod", made);
    struct timespec times[2] = { status.st_atim, status.st_mtim };
    if (futimens(to, times) != 0) fail("futimens", made);
    if (close(to) != 0) fail("close", made);
    if (replace && rename(made, destination) != 0) fail("rename", made);
    close(from);
}

static void look(char **paths, size_t files)
{
    struct statx status;
    for (size_t i = 0; i < files; i++) {
        if (statx(AT_FDCWD, paths[i], AT_SYMLINK_NOFOLLOW, STATX_BASIC_STATS, &status) != 0) fail("statx", paths[i]);
    }
}

int main(int count, char **arguments)
{
    if (count != 4) return 2;
    int only_looks = strcmp(arguments[2], "look") == 0;
    int clone = strcmp(arguments[1], "clone") == 0;
    int replace = strcmp(arguments[2], "replace") == 0;
    FILE *pairs = fopen(arguments[3], "r");
    if (!pairs) fail("open", arguments[3]);
    size_t files = 0, room = 0;
    char **paths = NULL;
    char *line = NULL;
    size_t length = 0;
    for (ssize_t got; (got = getline(&line, &length, pairs)) > 0;) {
        if (line[got - 1] == '\n') line[got - 1] = 0;
        if (files == room) paths = realloc(paths, (room = room ? 2 * room : 1024) * sizeof *paths);
        paths[files++] = strdup(line);
    }
    mode_t mask = umask(0);
    umask(mask);
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    if (only_looks) look(paths, files);
    else for (size_t i = 0; i + 1 < files; i += 2) copy(paths[i], paths[i + 1], clone, replace, mask);
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%lld\n", (end.tv_sec - begin.tv_sec) * 1000000000LL + end.tv_nsec - begin.tv_nsec);
    return 0;
}
