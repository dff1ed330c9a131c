using Microsoft.Build.Utilities;

namespace CopyOnWrite.Tasks.Tests;

[TestClass]
public sealed class FileInUseMessageTests
{
    private const int Ended = int.MaxValue;

    [TestMethod]
    [OSCondition(OperatingSystems.Linux | OperatingSystems.OSX)]
    [DataRow(false)]
    [DataRow(true)]
    public void ItNamesTheFileTheProcessesThatRunAndThePage(bool known)
    {
        using Process program = Process.Start("sleep", "60");
        var engine = new RecordingEngine();

        Log(engine, "/{0}.exe", known ? [Ended, program.Id] : [Ended]);
        program.Kill();

        var message = (BuildMessageEventArgs)engine.Events.Single();
        Assert.AreEqual((MessageImportance.Normal, "COW1015"), (message.Importance, message.Code));
        string by = known ? $" by \"sleep ({program.Id})\"" : string.Empty;
        Assert.StartsWith($"CopyOnWrite: '/{{0}}.exe' was replaced while in use{by}. ", message.Message!);
        NamedPage.AssertHas(message.Message!, "COW1015");
    }

    /// <summary>dotnet/msbuild#3141: a node keeps the tasks that it has loaded, and the following builds run the old ones.</summary>
    [TestMethod]
    [DataRow(false, DisplayName = "another MSBuild node")]
    [DataRow(true, DisplayName = "this process, which no list of the system's names")]
    public void ABuildProgramThatGoesOnWithTheOldFileIsAWarningWithTheCommandThatEndsIt(bool isThisProcess)
    {
        using Process self = Process.GetCurrentProcess();
        var engine = new RecordingEngine();

        // These tests run in dotnet or testhost.
        Log(engine, isThisProcess ? typeof(FileInUseMessage).Assembly.Location : "/task.dll", isThisProcess ? [] : [self.Id]);

        var warning = (BuildWarningEventArgs)engine.Events.Single();
        Assert.AreEqual("COW1015", warning.Code);
        Assert.Contains($" by \"{self.ProcessName} ({self.Id})\"", warning.Message!);
        Assert.Contains("dotnet build-server shutdown", warning.Message!);
    }

    /// <summary>With -warnaserror and -warnasmessage:MSB3026, or the like (dotnet/aspnetcore#65671), a retry fails no build.</summary>
    [TestMethod]
    [DataRow(true)]
    [DataRow(false)]
    public void ItFailsNoBuildInWhichARetryFailsNone(bool isRetryAnError)
    {
        using Process self = Process.GetCurrentProcess();
        var engine = new RecordingEngine { IsError = code => isRetryAnError || code != "MSB3026" };

        Log(engine, "/task.dll", [self.Id]);

        if (isRetryAnError)
        {
            Assert.AreEqual("COW1015", ((BuildErrorEventArgs)engine.Events.Single()).Code);
        }
        else
        {
            var message = (BuildMessageEventArgs)engine.Events.Single();
            Assert.AreEqual((MessageImportance.High, "COW1015"), (message.Importance, message.Code));
            Assert.Contains("dotnet build-server shutdown", message.Message!);
        }
    }

    private static void Log(RecordingEngine engine, string destination, int[] processes) =>
        FileInUseMessage.Log(engine, new TaskLoggingHelper(engine, "Copy"), destination, processes);
}
