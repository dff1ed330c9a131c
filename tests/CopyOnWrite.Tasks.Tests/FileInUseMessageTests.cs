using Microsoft.Build.Framework;
using Microsoft.Build.Utilities;

namespace CopyOnWrite.Tasks.Tests;

[TestClass]
public sealed class FileInUseMessageTests
{
    private static readonly int s_ended = int.MaxValue;

    [TestMethod]
    public void ItNamesTheFileTheProcessesThatRunAndThePage()
    {
        string name = System.Diagnostics.Process.GetCurrentProcess().ProcessName;

        BuildMessageEventArgs message = Log([s_ended, Environment.ProcessId]);

        Assert.AreEqual((MessageImportance.Normal, "COW1015"), (message.Importance, message.Code));
        Assert.StartsWith(
            $"CopyOnWrite: '/out/{{0}}.exe' was replaced while in use by \"{name} ({Environment.ProcessId})\". ", message.Message!);
        Assert.EndsWith("COW1015.md", message.Message!);
    }

    [TestMethod]
    public void WhereNoProcessIsKnownItNamesNone() =>
        Assert.StartsWith("CopyOnWrite: '/out/{0}.exe' was replaced while in use. ", Log([s_ended]).Message!);

    private static BuildMessageEventArgs Log(int[] processes)
    {
        var engine = new RecordingEngine();
        FileInUseMessage.Log(new TaskLoggingHelper(engine, "Copy"), "/out/{0}.exe", processes);
        return (BuildMessageEventArgs)engine.Events.Single();
    }
}
