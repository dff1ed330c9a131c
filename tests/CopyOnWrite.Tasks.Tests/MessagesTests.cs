using Microsoft.Build.Utilities;

namespace CopyOnWrite.Tasks.Tests;

/// <summary>What a person who watches a long call sees of it, and of a file that was replaced in use.</summary>
[TestClass]
public sealed class MessagesTests
{
    private const int Files = 60;
    private const int Ended = int.MaxValue;

    [TestMethod]
    [OSCondition(OperatingSystems.Linux | OperatingSystems.OSX)]
    [DataRow(false)]
    [DataRow(true)]
    public void AFileInUseIsNamedWithTheProcessesThatRunAndThePage(bool known)
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
    public void AFileInUseFailsNoBuildInWhichARetryFailsNone(bool isRetryAnError)
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

    [TestMethod]
    public void AFileIsLoggedWhenItIsThereAndWhileTheCallGoesOn()
    {
        List<int> written = [];
        using EitherCopy call = new(ours: true, Files, (call, text) =>
        {
            if (text.StartsWith("Copying file from", StringComparison.Ordinal))
            {
                Assert.IsTrue(File.Exists(text.Split('"')[3]), text);
                written.Add(call.Written.Length);
            }
        });

        Assert.IsTrue(call.Task.Execute(), call.Engine.ToString());

        Assert.HasCount(Files, written);
        Assert.AreEqual(1, written[0], "The first file's message came after other files.");
    }

    [TestMethod]
    public void AllMessagesComeFromTheThreadOfTheCall()
    {
        HashSet<int> threads = [];
        using EitherCopy call = new(ours: true, Files, (_, _) =>
        {
            lock (threads)
            {
                threads.Add(Environment.CurrentManagedThreadId);
            }
        });

        Assert.IsTrue(call.Task.Execute(), call.Engine.ToString());

        CollectionAssert.AreEqual(new[] { Environment.CurrentManagedThreadId }, threads.ToArray(), call.Engine.ToString());
    }

    /// <summary>A wildcard finds them where another project replaces files at that moment (dotnet/sdk#27658 and others).</summary>
    [TestMethod]
    public void TemporaryFilesOfOtherCopiesArePassedOver()
    {
        string[] names = [".cow-0123456789abcdef.user", ".cow-0123456789abcdef-2.user", ".cow-0-a.exe.old.user", ".cow-mine.user", "b.txt"];
        using EitherCopy call = new(ours: true, names);
        call.Task.SourceFiles = [.. call.Task.SourceFiles, new ProjectItem("/", "/gone/.cow-fedcba9876543210.user")];
        call.Task.DestinationFiles = [.. call.Task.DestinationFiles, new ProjectItem("/", "/gone/too")];

        Assert.IsTrue(call.Task.Execute(), call.Engine.ToString());

        CollectionAssert.AreEqual(new[] { ".cow-mine.user", "b.txt" }, call.Written, call.Engine.ToString());
        CollectionAssert.AreEqual(call.Written, call.Copied);
        Assert.Contains("another copy's temporary file", call.Engine.ToString());
    }

    private static void Log(RecordingEngine engine, string destination, int[] processes) =>
        FileInUseMessage.Log(engine, new TaskLoggingHelper(engine, "Copy"), destination, processes);
}
