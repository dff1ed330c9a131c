using Microsoft.Build.Utilities;

namespace CopyOnWrite.Tasks.Tests;

[TestClass]
public sealed class FileInUseMessageTests
{
    [TestMethod]
    [DataRow(false)]
    [DataRow(true)]
    public void ItNamesTheFileTheProcessesThatRunAndThePage(bool known)
    {
        const int Ended = int.MaxValue;
        string name = System.Diagnostics.Process.GetCurrentProcess().ProcessName;
        var engine = new RecordingEngine();

        FileInUseMessage.Log(new TaskLoggingHelper(engine, "Copy"), "/{0}.exe", known ? [Ended, Environment.ProcessId] : [Ended]);

        var message = (BuildMessageEventArgs)engine.Events.Single();
        Assert.AreEqual((MessageImportance.Normal, "COW1015"), (message.Importance, message.Code));
        string by = known ? $" by \"{name} ({Environment.ProcessId})\"" : string.Empty;
        Assert.StartsWith($"CopyOnWrite: '/{{0}}.exe' was replaced while in use{by}. ", message.Message!);
        NamedPage.AssertHas(message.Message!, "COW1015");
    }
}
