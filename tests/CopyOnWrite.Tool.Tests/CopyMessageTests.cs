namespace CopyOnWrite.Tool.Tests;

/// <summary>Messages of MSBuild's Copy as its translations have them.</summary>
[TestClass]
public sealed class CopyMessageTests
{
    [TestMethod]
    [DataRow("Copying file from \"a\" to \"b\".", false)]
    [DataRow("Creating hard link to copy \"a\" to \"b\".", false)]
    [DataRow("Die Datei wird von \"a\" in \"b\" kopiert.", false)]
    [DataRow("Kopiowanie pliku z „a” do „b”.", false)]
    [DataRow("正在将文件从“a”复制到“b”。", false)]
    [DataRow("Did not copy from file \"a\" to file \"b\" because the \"SkipUnchangedFiles\" parameter was set to \"true\" in the project.", true)]
    [DataRow("Die Datei \"a\" wurde nicht in die Datei \"b\" kopiert, da der SkipUnchangedFiles-Parameter im Projekt auf \"true\" festgelegt war.", true)]
    [DataRow("\"SkipUnchangedFiles\" パラメーターがプロジェクトで \"true\" に設定されているため、ファイル \"a\" からファイル \"b\" にコピーしませんでした。", true)]
    public void ItNamesTwoFiles(string message, bool isUnchanged) => Assert.AreEqual(("a", "b", isUnchanged), CopyMessage.Parse(message));

    [TestMethod]
    [DataRow("Using \"Copy\" task from assembly \"Microsoft.Build.Tasks.Core, Version=15.1.0.0\".")]
    [DataRow("Removing read-only attribute from \"a\".")]
    [DataRow("MSB3026: Could not copy \"a\" to \"b\". Beginning retry 1 in 1000ms.")]
    [DataRow("Build continuing because \"ContinueOnError\" on the task \"Copy\" is set to \"ErrorAndContinue\".")]
    [DataRow("Probíhá kopírování souboru z umístění a do umístění b.", true)]
    public void ItDoesNot(string message, bool isUnreadable = false)
    {
        Assert.IsNull(CopyMessage.Parse(message));
        Assert.AreEqual(isUnreadable, CopyMessage.IsUnreadable(message));
    }
}
