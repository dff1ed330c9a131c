namespace CopyOnWrite.Torture.Fuse;

/// <summary>A folder that refuses something, or a system call that lies there.</summary>
/// <param name="Program">bindfs, refusing (refusing.c), chattr, or strace, which changes a result.</param>
internal sealed record RefusingPlace(string Name, string Program, params string[] Arguments)
{
    internal static IReadOnlyList<RefusingPlace> All { get; } =
    [
        new("FUSE that refuses nothing", "bindfs"),
        new("renaming is refused", "bindfs", "--rename-deny"),
        new("deleting is refused", "bindfs", "--delete-deny") { KeepsOne = true },
        new("renaming and deleting are refused", "bindfs", "--rename-deny", "--delete-deny") { KeepsOne = true },
        new("changing modes is refused", "bindfs", "--chmod-deny"),
        new("open files are busy", "refusing", "busy"),
        new("files have no link", "refusing", "nlink0"),
        new("append-only folder on ext4", "chattr", "+a") { KeepsOne = true },
        new("FICLONE does nothing on ext4", "strace", "ioctl:retval=0"),
    ];

    /// <summary>A temporary file may stay, as it cannot be deleted, and no more of them with any number of files.</summary>
    internal bool KeepsOne { get; init; }

    private bool IsMounted => Program is "bindfs" or "refusing";

    internal static TestVolume Volume => TestVolumes.Plain;

    /// <summary>Null where it can be made here.</summary>
    internal string? WhyNot() =>
        !Environment.IsPrivilegedProcess ? "only root mounts"
        : IsMounted && !File.Exists("/dev/fuse") ? "there is no /dev/fuse"
        : Program == "refusing" && !Shell.Finds("/usr/include/fuse3/fuse.h") ? "libfuse3-dev is not installed"
        : Array.Find(["strace", Program == "refusing" ? "cc" : Program], program => !Shell.Finds(program)) is { } missing
            ? $"{missing} is not installed"
        : Volume.Path is null ? $"{Volume.EnvironmentVariable} is not set"
        : null;

    /// <summary>Shows the folder in another one, or changes its "out".</summary>
    /// <returns>The folder that refuses, and what undoes it.</returns>
    internal (string Folder, string[] Undo) Make(string folder, string scratch)
    {
        if (Program == "chattr")
        {
            string outputs = Path.Combine(folder, "out");
            Programs.Run("chattr", "+a", outputs);
            return (folder, ["chattr", "-a", outputs]);
        }

        if (!IsMounted)
        {
            return (folder, ["true"]);
        }

        string mount = Directory.CreateTempSubdirectory("cow-refusing").FullName;
        Programs.Run([Program == "bindfs" ? Program : Compile(scratch), .. Arguments, folder, mount]);
        return (mount, ["sh", "-c", $"umount '{mount}' && rmdir '{mount}'"]);
    }

    private static string Compile(string scratch)
    {
        string program = Path.Combine(scratch, "refusing");
        string source = Path.Combine(RepositoryRoot.Folder, "eng", "Torture", "Fuse", "refusing.c");
        Programs.Run("cc", "-O1", "-Wall", "-Werror", "-D_FILE_OFFSET_BITS=64", "-I/usr/include/fuse3", "-o", program, source, "-lfuse3");
        return program;
    }
}
