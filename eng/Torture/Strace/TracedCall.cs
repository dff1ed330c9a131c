namespace CopyOnWrite.Torture.Strace;

/// <summary>A system call of a trace that <c>strace -f -y</c> has written.</summary>
/// <param name="Text">
/// Name and arguments, as strace prints them; the second half is missing where another thread's call came between.
/// </param>
internal sealed record TracedCall(int Thread, string Name, string Text)
{
    private static readonly Regex s_line = new(@"^(?<thread>\d+) +(?<text>(?<name>\w+)\(.*)$", RegexOptions.ExplicitCapture);

    // Descriptors with their paths, except of deleted files; then quoted paths.
    private static readonly Regex s_path = new(
        "(?<![\\w/])\\d+<(?<path>/[^>]*)>(?!\\(deleted\\))|\"(?<path>/[^\"]*)\"", RegexOptions.ExplicitCapture);

    // The working folder before a full path, which needs none.
    private static readonly Regex s_unusedFolder = new("AT_FDCWD<[^>]*>(?=, \"/)");

    // A name in an open folder; what is read and written looks the same.
    private static readonly Regex s_inFolder = new("<(?<folder>/[^>]*)>, \"(?<name>[^/\"][^\"]*)\"", RegexOptions.ExplicitCapture);

    private static readonly HashSet<string> s_writes = new(StringComparer.Ordinal)
    {
        "write", "pwrite64", "writev", "sendfile", "copy_file_range", "ftruncate", "truncate", "fallocate", "fchmod", "chmod", "fchmodat",
        "fchmodat2", "utimensat", "rename", "renameat", "renameat2", "link", "linkat", "symlink", "symlinkat", "unlink", "unlinkat",
        "rmdir", "mkdir", "mkdirat", "chown", "fchown", "lchown", "fchownat", "setxattr", "fsetxattr", "mknod", "mknodat",
    };

    private string[]? _paths;

    /// <summary>The paths by which <c>strace -P</c> finds the call: of descriptors, and arguments that are full paths.</summary>
    internal IReadOnlyList<string> Paths => _paths ??= [.. s_path.Matches(Arguments).Select(match => match.Groups["path"].Value)];

    /// <summary>What the call names, with what it names in open folders.</summary>
    internal IEnumerable<string> Names => HasContent
        ? Paths
        : Paths.Concat(s_inFolder.Matches(Text).Select(match => $"{match.Groups["folder"].Value}/{match.Groups["name"].Value}"));

    /// <summary>Whether the call is about something in the folder, also a deleted file.</summary>
    internal bool IsIn(string folder) => s_unusedFolder.Replace(Text, string.Empty).Contains(folder, StringComparison.Ordinal);

    internal bool Mutates =>
        s_writes.Contains(Name)
        || (Name is "open" or "openat" && Regex.IsMatch(Text, @"\bO_(CREAT|TRUNC|TMPFILE)\b"))
        || (Name == "ioctl" && Text.Contains("FICLONE", StringComparison.Ordinal));

    /// <summary>The call without its result: strace matches paths before the call, when a new descriptor has none.</summary>
    private string Arguments => Text.LastIndexOf(") = ", StringComparison.Ordinal) is var end and >= 0 ? Text[..end] : Text;

    private bool HasContent => Name is "read" or "pread64" or "write" or "pwrite64" or "writev";

    /// <summary>Parses a line; null for a signal, an exit, the second half of a call.</summary>
    internal static TracedCall? Parse(string line)
    {
        Match match = s_line.Match(line);
        return match.Success
            ? new TracedCall(int.Parse(match.Groups["thread"].Value), match.Groups["name"].Value, match.Groups["text"].Value)
            : null;
    }
}
