namespace CopyOnWrite.Tool.Checkouts;

/// <summary>What git says of a checkout's files.</summary>
internal static class GitFiles
{
    private const string Submodule = "160000";

    /// <summary>What of the donor a worktree of the commit does not get, relative to the donor.</summary>
    internal static Dictionary<string, LeftOut> NotOf(string commit, Git donor)
    {
        var found = WorktreesIn(donor);
        found[".git"] = LeftOut.Worktree;
        foreach (string path in donor.List("ls-files", "-z", "--others", "--exclude-standard", "--directory", "--no-empty-directory"))
        {
            found.TryAdd(Local(path.TrimEnd('/')), LeftOut.NotInGit);
        }

        // "MODE ...<tab>PATH" in both.
        string[] ofCommit = donor.List("ls-tree", "-r", "-z", "--full-tree", commit);
        string[] ofIndex = donor.List("ls-files", "-z", "--stage");
        foreach (string line in ofCommit.Concat(ofIndex).Where(line => line.StartsWith(Submodule, StringComparison.Ordinal)))
        {
            found[Local(PathOf(line))] = LeftOut.Submodule;
        }

        HashSet<string> there = [.. ofCommit.Select(PathOf)];
        HashSet<string?> projects = [.. there.Where(ProjectFiles.IsProject).Select(Path.GetDirectoryName)];
        foreach (string path in ofIndex.Select(PathOf).Where(path => !there.Contains(path)))
        {
            found.TryAdd(Local(path), LeftOut.NotInCommit);

            // Without the project these would be files of one that is around it: dotnet/project-system#1496.
            if (ProjectFiles.IsProject(path) && Path.GetDirectoryName(path) is { } folder && !projects.Contains(folder))
            {
                Array.ForEach((string[])["bin", "obj"], name => found.TryAdd(Local(Path.Join(folder, name)), LeftOut.NotInCommit));
            }
        }

        return found;
    }

    internal static IReadOnlyList<string> NotKnown(Git donor) =>
        [.. donor.List("ls-files", "-z", "--others", "--exclude-standard").Select(path => Local(path.TrimEnd('/')))];

    /// <summary>The linked worktrees that are inside the checkout: they have their own git folder, and their own users.</summary>
    internal static Dictionary<string, LeftOut> WorktreesIn(Git checkout)
    {
        const string Worktree = "worktree ";

        // As git has it: links are resolved in both. None where git refuses another user's checkout, or its git file leads nowhere.
        string root = checkout.Try("rev-parse", "--show-toplevel").Output.Trim();
        return checkout.Try("worktree", "list", "--porcelain").Output.Split('\n')
            .Where(line => root.Length > 0 && line.StartsWith(Worktree, StringComparison.Ordinal))
            .Select(line => Folders.Below(Path.GetFullPath(root), Path.GetFullPath(line[Worktree.Length..])))
            .OfType<string>()
            .ToDictionary(path => path, _ => LeftOut.Worktree);
    }

    private static string PathOf(string line) => line[(line.IndexOf('\t', StringComparison.Ordinal) + 1)..];

    private static string Local(string path) => path.Replace('/', Path.DirectorySeparatorChar);
}
