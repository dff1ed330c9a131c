namespace CopyOnWrite.Tests;

/// <summary>What the strategy for Linux does besides: temporary names held by a lock, and sources not on the disk yet.</summary>
public abstract partial class LinuxCopyConformance(string volume, bool clones) : UnixCopyConformance
{
    protected override bool Clones => clones;

    private protected override Platform MakePlatform() => new LinuxPlatform(new Refusals());

    private protected override VolumeUnderTest OpenVolume() => VolumeUnderTest.Require(volume);

    private protected override long BytesInCommon(string path, string other) => Extents.BytesInCommon(path, other);

    /// <summary>As cp -a does.</summary>
    [TestMethod]
    public void RootKeepsTheOwnersOfATreeAndWithThemSetuid()
    {
        Tools.SkipUnless(Environment.UserName == "root", "Only root gives files to others.");
        InTree("ln -s large link; chown -h 1:2 large link; chown 3 sub; chmod 6755 large; chmod 2750 sub; chmod g+s ..");

        AssertDone(CloneTree(Tree, TreeClone));

        const string List = "find . -printf '%p %U:%G %m %T@\\n' | sort";
        Assert.AreEqual(InTree(List), Command.OutputOf("bash", "-c", $"cd {TreeClone}; {List}"));
    }

    /// <summary>An umask, names and a link's target that are not UTF-8, a time that .NET does not know, another program's lock.</summary>
    [TestMethod]
    public void WhatLinuxAllowsIsClonedInATree()
    {
        InTree("""
            ln -s $'\xff' $'sub/\xfe'; mkdir $'\xed\xb2\x80a'; echo 1 >$'\xed\xb2\x80a/\xf0\x9f\x98'; echo 2 >$'\xc3\xa4\xef\xbf\xbd'
            chmod 666 $'\xc3\xa4\xef\xbf\xbd'; touch -h -d @9999999999 $'sub/\xfe'
            ln -s large late; touch -h -d @300000000000 late
            """);
        using var locked = new FileStream(Path.Combine(Tree, "large"), FileMode.Open, FileAccess.ReadWrite, FileShare.None);

        AssertDone(CloneTree(Tree, TreeClone, new CloneTreeOptions { LooksAgain = true }));

        Command.OutputOf("diff", "-r", "--no-dereference", Tree, TreeClone);
        const string List = "find . ! -type d -printf '%p %m %l %T@\\n' | sort";
        Assert.AreEqual(InTree(List), Command.OutputOf("bash", "-c", $"cd {TreeClone}; {List}"));
        DeletedTree.Delete(Tree);
        DeletedTree.Delete(TreeClone);
        AssertOnlyFiles();
    }

    /// <summary>It may lead to a file that the tree's owner may not read.</summary>
    [TestMethod]
    public void AFileOfATreeThatBecomesALinkIsNamedAndNotFollowed()
    {
        var options = new CloneTreeOptions { LeaveOut = _ => InTree("ln -sf sub/small large").Length > 0 };

        TreeEntry failed = CloneTree(Tree, TreeClone, options).Entries.Single();

        Assert.AreEqual(("large", TreeEntryKind.Failed), (failed.Path, failed.Kind));
        Assert.IsFalse(Path.Exists(Path.Combine(TreeClone, "large")));
    }

    /// <summary>The clone has what each name had when it was reached.</summary>
    [TestMethod]
    public void AFileOfATreeThatChangesBetweenItsTwoNamesBecomesTwoFiles()
    {
        InTree("ln large sub/again");
        var options = new CloneTreeOptions { LeaveOut = path => InTree(path == "sub/again" ? "echo >>large" : ":").Length > 0 };

        AssertDone(CloneTree(Tree, TreeClone, options));

        Assert.AreEqual("1\n", Command.OutputOf("bash", "-euc", $"cd {TreeClone}; expr $(stat -c %s sub/again) - $(stat -c %s large)"));
    }

    /// <summary>As another user may do who can rename in the folder above, at any moment.</summary>
    [TestMethod]
    [DataRow("ln -s others {0}")]
    [DataRow("mkdir -m 700 {0}; touch {0}/file; ln -s ../others {0}/sub")]
    public void WhatIsPutInThePlaceOfATreeInTheMakingIsLeftAlone(string putThere)
    {
        string others = Directory.CreateDirectory(Volume.PathOf("others"), (UnixFileMode)Convert.ToInt32("700", 8)).FullName;
        File.WriteAllText(Path.Combine(others, "file"), "stays");
        InTree($"mkdir -p sub/deep; touch file; chmod 777 . sub; chmod 555 sub/deep; touch -d 2001-02-03 ../others");
        const string List = "cd ..; stat -c '%U %a %y' others; find others ! -type d -printf '%p %m %T@\n'";
        string before = InTree(List);
        PrivateTree tree = MakeTree();
        using (tree)
        {
            string place = Volume.PathOf(tree.Name);
            tree.Fill(new CloneTreeOptions { LooksAgain = true, LeaveOut = Swap });
            Assert.AreEqual("small", File.ReadAllText(Path.Combine(tree.Path, "sub", "small")));
            AssertDone(tree.Stamp());

            IOException refused = Assert.ThrowsExactly<IOException>(() => tree.Publish(TreeClone));

            Assert.Contains($"{TreeClone} was not created: another program has moved", refused.Message);

            bool Swap(string path)
            {
                if (!Directory.Exists(Volume.PathOf("moved")))
                {
                    Directory.Move(place, Volume.PathOf("moved"));
                    InTree("cd ..; " + string.Format(CultureInfo.InvariantCulture, putThere, place));
                }

                return false;
            }
        }

        Assert.IsTrue(tree.IsLeft);
        Assert.IsEmpty(Directory.GetFileSystemEntries(Volume.PathOf("moved")));
        Assert.AreEqual(before, InTree(List));
        Assert.IsFalse(Path.Exists(TreeClone));
    }

    [TestMethod]
    public void AFolderIsDeletedWithoutWhatALinkInItLeadsToAndAlsoIfItMayNotBeRead()
    {
        InTree("""
            mkdir -p sub/closed/below ../others; touch sub/closed/file ../others/file; ln -s ../../others sub/others; chmod 0 sub/closed
            """);

        DeletedTree.Delete(Path.Combine(Tree, "sub") + "/");
        DeletedTree.Delete(Path.Combine(Tree, "sub"));

        CollectionAssert.AreEqual((string[])[Path.Combine(Tree, "large")], Directory.GetFileSystemEntries(Tree));
        Assert.IsTrue(File.Exists(Volume.PathOf("others/file")));
    }

    /// <summary>An image of 5 GB, as programs for virtual machines make, would fill the volume.</summary>
    [TestMethod]
    [DataRow("btrfs")]
    [DataRow("xfs")]
    [DataRow("tmpfs")]
    public void ATreesSparseFileStaysSparse(string from)
    {
        using VolumeUnderTest other = VolumeUnderTest.Require(from);
        string tree = Directory.CreateDirectory(other.PathOf("tree")).FullName;
        const string Write = "dd if=/dev/urandom of=image bs=4096 count=1 status=none conv=notrunc seek";
        Command.OutputOf("bash", "-euc", $"""
            cd {tree}; truncate -s 5G image hole; {Write}=300000; {Write}=300001
            seq 9 >short; {Write.Replace("image", "end", StringComparison.Ordinal)}=9
            """);

        AssertDone(CloneTree(tree, TreeClone));

        const string Describe = "cd $0; stat -c '%n %s' *; sha256sum short end; "
            + "dd if=image bs=4096 skip=299990 count=20 status=none | sha256sum; test $(du -s . | cut -f1) -le 64";
        Assert.AreEqual(Command.OutputOf("bash", "-euc", Describe, tree), Command.OutputOf("bash", "-euc", Describe, TreeClone));
    }

    private string InTree(string script) => Command.OutputOf("bash", "-euc", $"cd {Tree}; {script}");

    /// <summary>The built-in keeps a destination's owner and mode; whether .NET takes a source for read-only depends on the user.</summary>
    [TestMethod]
    [DataRow("destination", "666", Reason.DestinationOfAnotherUser)]
    [DataRow("source", "400", Reason.OtherError)]
    public void AnotherUsersDestinationOrReadOnlySourceIsNotHandled(string file, string mode, object reason)
    {
        Tools.SkipUnless(Environment.UserName == "root", "Only root gives files to others.");
        byte[] old = File.ReadAllBytes(Existing);
        string source = Small;
        Command.OutputOf("bash", "-euc", $"cd {Volume.Folder}; chown 1:1 {file}; chmod {mode} {file}");
        AssertNotHandled(source, Existing, (Reason)reason, "destination", "source");
        CollectionAssert.AreEqual(old, File.ReadAllBytes(Existing));
    }

    [TestMethod]
    public void WhatALivingReplaceHoldsIsLeftAloneAndTheDestinationIsReplacedAllTheSame() => AssertLeftAlone(Files.MakeLocked);

    [TestMethod]
    [DataRow(10_000)]
    [DataRow(1_000_000)]
    public void ASourceThatWasJustWrittenIsCloned(int length)
    {
        string source = Files.Write(Volume.PathOf("source"), length, fresh: true);

        Strategy.Copy(source, Volume.PathOf("destination")).AssertIs(Clones ? OutcomeKind.Cloned : OutcomeKind.Copied);
        Assert.AreEqual(Clones, BytesInCommon(source, Volume.PathOf("destination")) >= length);
        CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(Volume.PathOf("destination")));
    }
}
