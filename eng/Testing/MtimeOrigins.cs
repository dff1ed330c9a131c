using static CopyOnWrite.Testing.TreeComparison;

namespace CopyOnWrite.Testing;

/// <summary>Compares the origins of mtimes in two builds of the same sources.</summary>
/// <remarks>
/// A compiled file has another mtime in each build, so values cannot be compared. But the Copy task leaves a file alone when source and
/// destination have the same length and mtime, so each file's origin must be the same in both builds. An mtime that is equal in both trees
/// came with a source or a package. One that differs and in one tree is older than that tree came from outside: a difference. (Each tree
/// has to be a folder made for its build; with an older folder less is seen.) Any other was made by this build, and its origin is the set
/// of files of the tree with the same mtime and content (bin/x.dll and obj/x.dll), so a snapshot takes in bin and obj. A kernel stamps
/// files that are written within one tick with one value (current_time in fs/inode.c), and builds write equal small files at once: such a
/// pair has no mtime that was set (<see cref="TreeEntry.HasSetMtime"/>): it requires nothing of the other tree, and meets
/// what the other tree requires.
/// </remarks>
internal static class MtimeOrigins
{
    internal static IEnumerable<string> Differences(TreeSnapshot here, TreeSnapshot there)
    {
        TreeEntry[] broughtIn = [.. Files(here).Where(left => Counterpart(left, there) is { } right
            && left.ModifiedNanoseconds != right.ModifiedNanoseconds
            && (left.ModifiedNanoseconds < here.Begun || right.ModifiedNanoseconds < there.Begun))];
        HashSet<string> reported = [.. broughtIn.Select(file => file.Path)];
        return
        [
            .. broughtIn.Select(left => $"{left.Path}: mtime {Readable(left.ModifiedNanoseconds)} != "
                + $"{Readable(there.Entries[left.Path].ModifiedNanoseconds)} "
                + $"(from outside {(left.ModifiedNanoseconds < here.Begun ? "here" : "there")})"),
            .. LostRelations(here, "here", there, "there", reported),
            .. LostRelations(there, "there", here, "here", reported),
        ];
    }

    private static IEnumerable<string> LostRelations(
        TreeSnapshot tree, string treeName, TreeSnapshot other, string otherName, HashSet<string> reported) =>
        from related in Files(tree).Where(file => !reported.Contains(file.Path)).GroupBy(file => (file.ModifiedNanoseconds, file.Sha256))
        from pair in related.SelectMany((one, i) => related.Skip(i + 1).Select(two => (One: one, Two: two)))
        where pair.One.HasSetMtime || pair.Two.HasSetMtime
        let otherOne = Counterpart(pair.One, other)
        let otherTwo = Counterpart(pair.Two, other)
        where otherOne is not null && otherTwo is not null && otherOne.ModifiedNanoseconds != otherTwo.ModifiedNanoseconds
        select $"{pair.One.Path}: mtime is that of {pair.Two.Path} {treeName}, but {otherName} they differ by "
            + $"{Math.Abs(otherOne.ModifiedNanoseconds - otherTwo.ModifiedNanoseconds)} ns";

    private static IEnumerable<TreeEntry> Files(TreeSnapshot tree) =>
        tree.Entries.Values.Where(entry => entry.Kind == TreeEntryKind.File);

    private static TreeEntry? Counterpart(TreeEntry file, TreeSnapshot other) =>
        other.Entries.GetValueOrDefault(file.Path) is { Kind: TreeEntryKind.File } found ? found : null;
}
