using static CopyOnWrite.Testing.TreeComparison;

namespace CopyOnWrite.Testing;

/// <summary>
/// Compares the origins of mtimes in two builds of the same sources.
/// </summary>
/// <remarks>
/// <para>
/// A compiled file has another mtime in each build, so values cannot be compared. But a build's incrementality rests on relations of
/// mtimes: the Copy task leaves a file alone when source and destination have the same length and mtime. So what must be the same in
/// both builds is each file's origin:
/// </para>
/// <list type="number">
/// <item>The mtime is equal in both trees: "absolute". It came with a source or a package that both builds used.</item>
/// <item>
/// It differs, but in one tree it is older than that tree. Then it came from outside, and the other build should
/// have the same: a difference. Without this rule a copy that got the time of copying would pass, wherever its source lies outside the
/// tree, as packages do. It needs each tree to be a folder made for its build; an older folder makes the rule see less, not wrong.
/// </item>
/// <item>
/// Otherwise it was made by this build, and its origin is the set of files in the same tree that have the same mtime and the same content
/// (bin/x.dll and obj/x.dll). The sets must be the same in both trees, so a snapshot should take in both ends: bin and obj.
/// </item>
/// </list>
/// <para>
/// Equal mtimes also come about by chance: a kernel stamps files that are written within one tick with one value (current_time in
/// fs/inode.c, up to 10 ms), and builds write equal small files in many projects at once. Such a pair has no mtime that was set, see
/// <see cref="TreeEntry.HasSetMtime"/>; it counts as related when the other tree asks for a relation, but asks for none itself. The
/// other way round is the same: a copy made within its source's tick may look like chance, and then is asked for by the other tree only.
/// </para>
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
