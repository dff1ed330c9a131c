namespace CopyOnWrite.Tasks.Tests;

/// <summary>What a person who watches a long call sees of it.</summary>
[TestClass]
public sealed class MessagesTests
{
    private const int Files = 60;

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
}
