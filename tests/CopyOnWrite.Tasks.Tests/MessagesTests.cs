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
}
