namespace CopyOnWrite.Tests.Windows;

[TestClass]
public sealed class Win32PathTests
{
    private static readonly string s_long = new('x', 260);

    [TestMethod]
    public void ALongPathGetsThePrefixOfItsKind()
    {
        Assert.AreEqual(@"\\?\C:\" + s_long, Win32Path.ForCalls(@"C:\" + s_long));
        Assert.AreEqual(@"\\?\UNC\server\share\" + s_long, Win32Path.ForCalls(@"\\server\share\" + s_long));
        Assert.AreEqual(@"\\?\Volume{1}\" + s_long, Win32Path.ForCalls(@"\\?\Volume{1}\" + s_long));
        Assert.AreEqual(@"\\.\Volume{1}\" + s_long, Win32Path.ForCalls(@"\\.\Volume{1}\" + s_long));
    }

    [TestMethod]
    [DataRow(247, "")]
    [DataRow(248, @"\\?\")]
    public void APathGetsThePrefixFromTheLengthThatWindowsRefusesForAFolder(int length, string prefix)
    {
        string path = @"C:\".PadRight(length, 'x');

        Assert.AreEqual(prefix + path, Win32Path.ForCalls(path));
    }

    [TestMethod]
    public void TheTemporaryNameIsBesideTheDestinationAndIsItsOwn()
    {
        string first = Win32Path.TemporaryBeside(@"C:\out\a.dll", 0);

        StringAssert.StartsWith(first, @"C:\out\.cow-");
        Assert.AreEqual(first, Win32Path.TemporaryBeside(@"C:\out\a.dll", 0));
        Assert.AreNotEqual(first, Win32Path.TemporaryBeside(@"C:\out\b.dll", 0));
        Assert.AreNotEqual(first, Win32Path.TemporaryBeside(@"C:\out\a.dll", 1));
        Assert.AreEqual(@"C:\", Win32Path.FolderOf(@"C:\a.dll"));
        Assert.AreNotEqual(Win32Path.HashOfFolder(@"C:\a\x"), Win32Path.HashOfFolder(@"C:\b\x"));
        Assert.AreEqual(Win32Path.HashOfFolder(@"C:\a\x"), Win32Path.HashOfFolder(@"C:\a\y"));
    }
}
