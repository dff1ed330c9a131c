using CopyOnWrite.Tool.Report;

namespace CopyOnWrite.Tool.Tests;

/// <summary>What is read from a log's texts: messages of MSBuild's Copy as its translations have them, commands and paths.</summary>
[TestClass]
public sealed class LogTextsTests
{
    [TestMethod]
    [DataRow("Copying file from \"a\" to \"b\".", false)]
    [DataRow("Creating hard link to copy \"a\" to \"b\".", false)]
    [DataRow("Die Datei wird von \"a\" in \"b\" kopiert.", false)]
    [DataRow("Kopiowanie pliku z „a” do „b”.", false)]
    [DataRow("正在将文件从“a”复制到“b”。", false)]
    [DataRow("Did not copy from file \"a\" to file \"b\" because the \"SkipUnchangedFiles\" parameter was set to \"true\" "
        + "in the project.", true)]
    [DataRow("Die Datei \"a\" wurde nicht in die Datei \"b\" kopiert, da der SkipUnchangedFiles-Parameter im Projekt auf \"true\" "
        + "festgelegt war.", true)]
    [DataRow("\"SkipUnchangedFiles\" パラメーターがプロジェクトで \"true\" に設定されているため、ファイル \"a\" からファイル \"b\" にコピーしませんでした。", true)]
    public void AMessageNamesTwoFiles(string message, bool unchanged) => Assert.AreEqual(("a", "b", unchanged), CopyMessage.Parse(message));

    [TestMethod]
    [DataRow("Using \"Copy\" task from assembly \"Microsoft.Build.Tasks.Core, Version=15.1.0.0\".")]
    [DataRow("Removing read-only attribute from \"a\".")]
    [DataRow("MSB3026: Could not copy \"a\" to \"b\". Beginning retry 1 in 1000ms.")]
    [DataRow("Build continuing because \"ContinueOnError\" on the task \"Copy\" is set to \"ErrorAndContinue\".")]
    [DataRow("Probíhá kopírování souboru z umístění a do umístění b.", true)]
    public void AMessageDoesNot(string message, bool isUnreadable = false)
    {
        Assert.IsNull(CopyMessage.Parse(message));
        Assert.AreEqual(isUnreadable, CopyMessage.IsUnreadable(message));
    }

    [TestMethod]
    [DataRow("Copying file from \"a\" to \"b\".", 0)]
    [DataRow("Probíhá kopírování souboru z umístění a do umístění b.", 2)]
    public void ParametersThatAnOldMSBuildLogsAreNoMessageInAnotherLanguage(string message, int notRead)
    {
        string[] parameters = ["Task Parameter:SourceFiles=a", "Task Parameter:DestinationFolder=b"];
        LoggedCall Call(params string[] messages) => new("/r/A.csproj", "_CopyFiles", TimeSpan.Zero, string.Empty, true, messages);

        Assert.AreEqual(notRead, new LoggedCopies(new BuildLog([Call([.. parameters, message]), Call(parameters)], [], [], [])).NotRead);
    }

    [TestMethod]
    public void APathMayHaveTheParametersName() => Assert.AreEqual(
        ("SkipUnchangedFiles/a", "b", false), CopyMessage.Parse("Copying file from \"SkipUnchangedFiles/a\" to \"b\"."));

    [TestMethod]
    [DataRow("dotnet build a.csproj", true)]
    [DataRow("cd a && \"/usr/bin/dotnet\" publish -c Release", true)]
    [DataRow(@"call ""C:\Program Files\MSBuild\MSBuild.exe"" a.sln", true)]
    [DataRow("NAME=1 sudo dotnet build", true)]
    [DataRow("sh -c 'dotnet build'", true)]
    [DataRow("echo \"dotnet build a.csproj\"", false)]
    [DataRow("dotnet run --no-build --project a.csproj", false)]
    [DataRow("dotnet --version", false)]
    [DataRow("dotnet tool run build", false)]
    [DataRow("mytool --dotnet build", false)]
    public void ACommandThatBuildsIsKnown(string command, bool expected) => Assert.AreEqual(expected, LoggedFiles.IsBuild(command));

    [TestMethod]
    [DataRow("obj/a.dll", "/r/App/App.csproj", "/r/App/obj/a.dll")]
    [DataRow(@"..\out\a.dll", "/r/App/App.csproj", "/r/out/a.dll")]
    [DataRow(@"..\out\.\a.dll", @"C:\r\App\App.csproj", @"C:\r\out\a.dll")]
    [DataRow("D:/out/a.dll", @"C:\r\App\App.csproj", @"D:\out\a.dll")]
    [DataRow(@"\\server\share\a.dll", @"C:\r\App\App.csproj", @"\\server\share\a.dll")]
    [DataRow("a.dll", @"\\server\share\App.csproj", @"\\server\share\a.dll")]
    [DataRow("../../../a.dll", "/r/App.csproj", "/a.dll")]
    public void PathsAreThoseOfTheSystemThatBuilt(string path, string project, string expected) =>
        Assert.AreEqual(expected, LoggedPath.Absolute(path, project));
}
