using System.Security.Cryptography;

namespace CopyOnWrite.Tool.Checkouts;

/// <summary>
/// Tracked files that git may write otherwise than the donor has them, although it calls them unchanged: it compares what it would commit,
/// after line ends, filters and keywords are taken back (gitattributes(5)).
/// </summary>
internal static class ConvertedFiles
{
    // "MODE TYPE HASH SIZE<tab>PATH"; a link has another mode.
    private const string RegularFile = "100";
    private const int SizeField = 3;

    /// <summary>Has git check out the index, and gives the converted files that it wrote otherwise; the others keep their times.</summary>
    /// <param name="rewritten">What git writes anyway, with its names.</param>
    internal static IReadOnlyList<string> CheckOut(Git git, IEnumerable<string> rewritten)
    {
        string[] doubtful = [.. In(git).Except(rewritten)];
        (string Path, DateTime Time, string Content)[] before =
            [.. doubtful.Select(path => (path, File.GetLastWriteTimeUtc(PathOf(path)), ContentOf(path)))];
        Array.ForEach(doubtful, path => File.Delete(PathOf(path)));

        // The hook runs when the worktree has its name.
        git.Run("-c", $"core.hooksPath={Path.Join(git.Folder, ".git", "none")}", "checkout", "-q", "-f");
        var changed = new List<string>();
        foreach ((string path, DateTime time, string content) in before)
        {
            // Where git is to check out a part only (git-sparse-checkout(1)), it is not there.
            if (!File.Exists(PathOf(path)) || ContentOf(path) != content)
            {
                changed.Add(path);
            }
            else
            {
                File.SetLastWriteTimeUtc(PathOf(path), time);
            }
        }

        _ = before.Length == 0 ? default : git.Try("update-index", "-q", "--refresh");
        return changed;

        string PathOf(string path) => Path.Join(git.Folder, path);

        string ContentOf(string path)
        {
            using FileStream file = File.OpenRead(PathOf(path));
            return Convert.ToHexString(SHA256.HashData(file));
        }
    }

    /// <summary>Files whose length is not the blob's, or of which git might write something of that length otherwise.</summary>
    private static IEnumerable<string> In(Git git)
    {
        string lineEnds = git.Try("config", "core.eol").Output.Trim();
        bool isAuto = git.Try("config", "core.autocrlf").Output.Trim() == "true";
        bool isCrlf = isAuto || lineEnds == "crlf" || (OperatingSystem.IsWindows() && lineEnds != "lf");
        string[][] files =
        [
            .. git.List("ls-tree", "-r", "-l", "-z", "HEAD").Where(line => line.StartsWith(RegularFile, StringComparison.Ordinal))
                .Select(line => line.Split('\t', 2)).Where(parts => File.Exists(Path.Join(git.Folder, parts[1]))),
        ];
        HashSet<string> converted = [.. git.AttributesOf(files.Select(parts => parts[1])).Where(one => one.Attribute switch
        {
            "eol" => one.Value == "crlf",
            "text" => isCrlf && one.Value != "unset",
            "filter" or "ident" or "working-tree-encoding" => one.Value != "unset",
            _ => false,
        }).Select(one => one.Path)];
        return files.Where(parts => isAuto || converted.Contains(parts[1])
                || $"{new FileInfo(Path.Join(git.Folder, parts[1])).Length}"
                    != parts[0].Split(' ', StringSplitOptions.RemoveEmptyEntries)[SizeField])
            .Select(parts => parts[1]);
    }
}
