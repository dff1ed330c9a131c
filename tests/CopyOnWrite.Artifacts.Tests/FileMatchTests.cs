namespace CopyOnWrite.Artifacts.Tests;

/// <summary>Which files of a folder are staged: FileMatch, FileExclude, DirExclude, IsRecursive.</summary>
[TestClass]
public sealed class FileMatchTests : StagingTest
{
    private const string Thirteen =
        "foo.txt|foo.exe|foo.exe.config|foo.dll|foo.pdb|foo.xml|foo.cs|foo.ini|bar.dll|bar.pdb|bar.xml|bar.cs|baz/baz.dll";

    private const string OddNames = "read me.txt|a.dll|a;b.txt|c,d.txt|[x].txt|x.txt|größe.txt|日本語.txt|50%.txt";
    private const string WithA = "a.txt|sub/a.txt|sub/b.txt|deep/sub/a.txt";
    private const string WithRef = "a/b/ref/x.txt|a/xb/ref/y.txt|ref/z.txt";

    /// <param name="metadata">FULL stands for the folder's full path.</param>
    [TestMethod]
    [DataRow("IsRecursive=true", Thirteen, Thirteen, DisplayName = "without FileMatch all")]
    [DataRow(
        "FileMatch=*txt|IsRecursive=false", "foo.txt|foo.ini|bar.txt|bar/bar.pdb|bar/bar.txt|bar.cs|baz/baz.dll|baz/baz.txt",
        "bar.txt|foo.txt", DisplayName = "without recursion the folder's own files only")]
    [DataRow(
        "FileMatch=*exe *dll *exe.config", Thirteen, "bar.dll|foo.dll|foo.exe|foo.exe.config|baz/baz.dll",
        DisplayName = "what matches, in all folders")]
    [DataRow("FileMatch=foo.pdb", Thirteen, "foo.pdb", DisplayName = "a single name is that file")]
    [DataRow("FileMatch=foo.pdb", Thirteen + "|foo/foo/foo/foo.pdb", "foo.pdb|foo/foo/foo/foo.pdb", DisplayName = "in every folder")]
    [DataRow("FileMatch=* a.dll", "a.dll|b.txt|sub/c.txt", "a.dll|b.txt|sub/c.txt", DisplayName = "each name counts")]
    [DataRow(
        "FileMatch=*.dll|FileExclude=b.dll *.test.*", "a.dll|b.dll|sub/b.dll|a.test.dll", "a.dll",
        DisplayName = "FileExclude is stronger than FileMatch")]
    [DataRow("FileMatch=sub/a.txt", WithA, "sub/a.txt", DisplayName = "a name with a separator is a path from the item's folder on")]
    [DataRow("FileMatch=sub\\a.txt", WithA, "sub/a.txt")]
    [DataRow("FileMatch=\"FULL/sub/a.txt\"", "a.txt|sub/a.txt", "sub/a.txt", DisplayName = "a full path is that file")]
    [DataRow("FileExclude=\"FULL/sub/a.txt\"", "a.txt|sub/a.txt", "a.txt", DisplayName = "and all others where it is excluded")]
    [DataRow("FileMatch=\"read me.txt\"", OddNames, "read me.txt", DisplayName = "odd names are taken as they stand")]
    [DataRow("FileMatch=\"read me.txt\" a.dll", OddNames, "read me.txt|a.dll")]
    [DataRow("FileMatch=\"a;b.txt\" \"c,d.txt\"", OddNames, "a;b.txt|c,d.txt")]
    [DataRow("FileMatch=[x].txt", OddNames, "[x].txt")]
    [DataRow("FileMatch=*日本*", OddNames, "日本語.txt")]
    [DataRow("FileMatch=50%.txt", OddNames, "50%.txt")]
    [DataRow("FileMatch=*.dll", "a.dll|pages/a.md|empty/", "a.dll", DisplayName = "folders with nothing to stage are not made")]
    [DataRow("FileMatch=*.exe", "a.dll", "", DisplayName = "what nothing matches is no error")]
    [DataRow(
        "DirExclude=ref", "ref/a.txt|xref/b.txt|href/c.txt|refs/d.txt|deep/ref/e.txt|ref.d/f.txt",
        "xref/b.txt|href/c.txt|refs/d.txt|ref.d/f.txt", DisplayName = "a folder's name is exact")]
    [DataRow("DirExclude=ref", "ref|sub/ref", "ref|sub/ref", DisplayName = "a file of the folder's name is staged")]
    [DataRow(
        "DirExclude=obj*", "a.txt|obj1/b.txt|sub/obj2/c.txt|sub/deep/obj/d.txt|sub/xobj/e.txt", "a.txt|sub/xobj/e.txt",
        DisplayName = "wildcards count at every depth")]
    [DataRow("DirExclude=b/ref", WithRef, "a/xb/ref/y.txt|ref/z.txt", DisplayName = "a separator: the last parts of the folder's path")]
    [DataRow("DirExclude=\"FULL/ref\"", "ref/a.txt|sub/ref/b.txt", "sub/ref/b.txt", DisplayName = "a full path is that folder")]
    [DataRow(
        "DirExclude=\"my ref\"", "my ref/a.txt|my/b.txt|ref/c.txt", "my/b.txt|ref/c.txt", DisplayName = "a name with a space is quoted")]
    public void OfAFoldersFilesTheseAreStaged(string metadata, string files, string expected)
    {
        string[] names = expected.Split('|', StringSplitOptions.RemoveEmptyEntries);
        StageAndCompare(
            string.Join(" | ", files.Split('|').Select(file => $"bin/{file}")),
            $"bin > out & {metadata.Replace("FULL", "FULL/bin").Replace("|", " & ")}",
            $"{names.Length} staged, 0 skipped",
            string.Join(" | ", names.Select(file => $"out/{file} = bin/{file}")));
    }

    [TestMethod]
    [DataRow(
        "bin/a.dll", "bin/a.dll > out & FileMatch=*.exe & FileExclude=* & DirExclude=*", "1 staged, 0 skipped", "out/a.dll",
        DisplayName = "for a single file the names do not count")]
    [DataRow(
        "ref/a.txt | ref/ref/b.txt", "ref > out & DirExclude=ref", "1 staged, 0 skipped", "out/a.txt",
        DisplayName = "the item's own folder is staged, whatever its name")]
    [DataRow(
        "bin/ref/a.txt", "bin > out & DirExclude=ref | bin > all", "1 staged, 0 skipped", "all/ref/a.txt",
        DisplayName = "another item has names of its own")]
    public void TheFilesAfter(string before, string items, string result, string after) => StageAndCompare(before, items, result, after);

    [TestMethod]
    [TestCategory("Slow")]
    public void ManyFilesInManyFoldersAllComeOverByAllThreads()
    {
        string[] files = [.. Enumerable.Range(0, 1500).Select(i => $"{i % 40}/{i}.dll")];
        WriteAll([.. files.Select(file => $"bin/{file}")]);

        Stage(Item("bin", "out")).Succeeded(staged: 1500, skipped: 0);

        AssertHolds("out", files);
        Assert.IsTrue(files.All(file => Read($"out/{file}") == $"content of bin/{file}"), "A file has another's content.");
        Stage(Item("bin", "out")).Succeeded(staged: 0, skipped: 1500);
    }
}
