// What one file costs to clone and to copy: the loop behind `./build.sh bench policy`. C, so that no runtime is in the numbers.
//
//   policy measure FOLDER ROUNDS SEED MODE...   files of each size, written here; MODE: clone, write, ...
//   policy given FOLDER MODE < LIST             files that somebody else wrote, one path a line
//   policy cached < LIST                        how many pages of them are in memory, and how many of those are dirty
//
// Each line of the output is a batch; its fields are named in PolicyBatch.cs. Times are of CLOCK_MONOTONIC, in µs a file.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// Linux 6.5; the C library's headers may be older than the kernel.
#ifndef SYS_cachestat
#define SYS_cachestat 451
#endif
struct cachestat_range_ { uint64_t off, len; };
struct cachestat_ { uint64_t cached, dirty, writeback, evicted, recently_evicted; };

enum { MOST_FILES = 200, MOST_BYTES_OF_A_BATCH = 32 << 20, LEAST_FILES = 4, CHUNK = 128 << 10 };

static const long sizes[] = { 1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 16 << 20 };
enum { SIZES = sizeof sizes / sizeof *sizes };

// settled: on the disk. one: each is written and copied before the next is written. all: all are written, then all are copied, as in a build.
// net: like all, written as .NET's FileMode.Create does it: open, ftruncate to 0, write. btrfs and ext4 take that for the rewriting of an old
// file and begin to write it to the disk when it is closed (BTRFS_INODE_FLUSH_ON_CLOSE, EXT4_STATE_DA_ALLOC_CLOSE); xfs does not.
static const char *const situations[] = { "settled", "one", "all", "net" };
enum { SETTLED, ONE, ALL, NET, SITUATIONS };

static double times[4096];
static unsigned char buffer[CHUNK];
static uint64_t state = 88172645463325252ull;

static void die(const char *what) { fprintf(stderr, "%s: %s\n", what, strerror(errno)); exit(1); }

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static uint64_t next(void) { state ^= state << 13; state ^= state >> 7; return state ^= state << 17; }

static int ascending(const void *a, const void *b) { double x = *(double *)a, y = *(double *)b; return (x > y) - (x < y); }

static void write_source(const char *path, long size, int situation) {
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (file < 0 || (situation == NET && ftruncate(file, 0) != 0)) die(path);
    for (long left = size; left > 0;) {
        size_t part = left < CHUNK ? left : CHUNK;
        for (size_t i = 0; i < part / 8; i++) ((uint64_t *)buffer)[i] = next(); // No file system can compress it.
        if (write(file, buffer, part) != (ssize_t)part) die("write");
        left -= part;
    }
    close(file);
}

static void fill(int from, int to, const char *mode, long size) {
    if (*mode == 'c') { // clone
        if (ioctl(to, FICLONE, from) != 0) die("FICLONE");
    } else if (*mode == 's') { // sendfile
        for (long left = size; left > 0;) {
            ssize_t moved = sendfile(to, from, NULL, left);
            if (moved <= 0) die("sendfile");
            left -= moved;
        }
    } else { // write
        ssize_t got;
        while ((got = read(from, buffer, CHUNK)) > 0) if (write(to, buffer, got) != got) die("write");
        if (got < 0) die("read");
    }
}

// The same calls around each way: those that the core makes, less its lock.
static double copy_one(const char *source, const char *destination, const char *mode) {
    double start = now();
    int from = open(source, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (from < 0 || fstat(from, &status) != 0) die(source);
    int to = open(destination, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (to < 0) die(destination);
    fill(from, to, mode, status.st_size);
    struct timespec stamps[2] = { status.st_atim, status.st_mtim };
    if (futimens(to, stamps) != 0) die("futimens");
    close(to);
    close(from);
    return now() - start;
}

static void cached(const char *path, struct cachestat_ *found, double *microseconds) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) die(path);
    struct cachestat_range_ whole = { 0, 0 };
    double start = now();
    if (syscall(SYS_cachestat, file, &whole, found, 0) != 0) { memset(found, 0, sizeof *found); found->dirty = -1; }
    *microseconds = now() - start;
    close(file);
}

static void write_back(const char *folder) {
    int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0 || syncfs(file) != 0) die("syncfs");
    close(file);
}

// Has the kernel begin to write all sources, without waiting: what a call that knows its files beforehand could do.
static void start_write_back(const char *folder, int files) {
    char path[4096];
    for (int i = 0; i < files; i++) {
        snprintf(path, sizeof path, "%s/s/%d", folder, i);
        int file = open(path, O_RDONLY | O_CLOEXEC);
        if (file < 0 || sync_file_range(file, 0, 0, SYNC_FILE_RANGE_WRITE) != 0) die("sync_file_range");
        close(file);
    }
}

static void report(const char *situation, long size, int round, const char *mode, int files, double beside, double sync, double dirty, double ask) {
    double sum = beside;
    for (int i = 0; i < files; i++) sum += times[i];
    qsort(times, files, sizeof *times, ascending);
    printf("%s %ld %d %s %d %.3f %.3f %.3f %.2f %.3f\n", situation, size, round, mode, files, sum / files, times[files / 2], sync / files, dirty / files, ask / files);
    fflush(stdout);
}

static void batch(const char *folder, int situation, long size, int round, const char *mode) {
    char source[4096], destination[4096], inside[2][4096];
    int files = MOST_BYTES_OF_A_BATCH / size;
    files = files > MOST_FILES ? MOST_FILES : files < LEAST_FILES ? LEAST_FILES : files;
    for (int i = 0; i < 2; i++) {
        snprintf(inside[i], sizeof inside[i], "%s/%c", folder, "sd"[i]);
        if (mkdir(inside[i], 0755) != 0) die(inside[i]);
    }
    write_back(folder);
    double dirty = 0, ask = 0, beside = 0;
    for (int i = 0; i < files && situation != ONE; i++) {
        snprintf(source, sizeof source, "%s/s/%d", folder, i);
        write_source(source, size, situation);
    }
    if (situation == SETTLED) write_back(folder);
    if (strcmp(mode, "clone-all") == 0) {
        double start = now();
        start_write_back(folder, files);
        beside = now() - start;
    }
    for (int i = 0; i < files; i++) {
        snprintf(source, sizeof source, "%s/s/%d", folder, i);
        snprintf(destination, sizeof destination, "%s/d/%d", folder, i);
        if (situation == ONE) write_source(source, size, situation);
        struct cachestat_ found;
        double took = 0;
        cached(source, &found, &took);
        dirty += (double)(int64_t)found.dirty;
        ask += took;
        times[i] = *mode == 'n' ? 0 : copy_one(source, destination, mode);
    }
    double start = now();
    write_back(folder);
    report(situations[situation], size, round, mode, files, beside, now() - start, dirty, ask);
    for (int i = 0; i < files; i++) {
        snprintf(source, sizeof source, "%s/s/%d", folder, i);
        snprintf(destination, sizeof destination, "%s/d/%d", folder, i);
        if (unlink(source) != 0) die(source);
        if (*mode != 'n' && unlink(destination) != 0) die(destination);
    }
    for (int i = 0; i < 2; i++) if (rmdir(inside[i]) != 0) die(inside[i]);
}

static int measure(const char *folder, int rounds, uint64_t seed, int modes, char **mode) {
    state ^= seed * 0x9E3779B97F4A7C15ull;
    for (int size = 0; size < SIZES; size++)
        for (int round = 0; round <= rounds; round++) // Round 0 warms up.
            for (int situation = 0; situation < SITUATIONS; situation++) {
                for (int i = modes - 1; i > 0; i--) { // A new order each time.
                    int j = next() % (i + 1);
                    char *other = mode[i];
                    mode[i] = mode[j];
                    mode[j] = other;
                }
                for (int i = 0; i < modes; i++)
                    if (situation >= ALL || strcmp(mode[i], "clone-all") != 0) batch(folder, situation, sizes[size], round, mode[i]);
            }
    return 0;
}

static int given(const char *folder, const char *mode) {
    char line[4096], destination[4096];
    int files = 0;
    long bytes = 0;
    double dirty = 0, ask = 0;
    while (files < 4096 && fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        struct stat status;
        if (stat(line, &status) != 0) die(line);
        struct cachestat_ found;
        double took = 0;
        cached(line, &found, &took);
        dirty += (double)(int64_t)found.dirty;
        ask += took;
        bytes += status.st_size;
        snprintf(destination, sizeof destination, "%s/%d", folder, files);
        times[files++] = copy_one(line, destination, mode);
    }
    double start = now();
    write_back(folder);
    if (files > 0) report("given", bytes / files, 1, mode, files, 0, now() - start, dirty, ask);
    return files == 0;
}

static int print_cached(void) {
    char line[4096];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        struct stat status;
        if (stat(line, &status) != 0) die(line);
        struct cachestat_ found;
        double took;
        cached(line, &found, &took);
        printf("%ld %ld %ld %ld %s\n", (long)status.st_size, (long)found.cached, (long)found.dirty, (long)found.writeback, line);
    }
    return 0;
}

int main(int count, char **words) {
    if (count > 5 && strcmp(words[1], "measure") == 0) return measure(words[2], atoi(words[3]), atoll(words[4]), count - 5, words + 5);
    if (count == 4 && strcmp(words[1], "given") == 0) return given(words[2], words[3]);
    if (count == 2 && strcmp(words[1], "cached") == 0) return print_cached();
    fprintf(stderr, "usage: see the comment in policy.c\n");
    return 2;
}
