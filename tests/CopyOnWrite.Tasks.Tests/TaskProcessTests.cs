namespace CopyOnWrite.Tasks.Tests;

[TestClass]
public sealed class TaskProcessTests
{
    [TestMethod]
    public void AProblemOfTheCacheIsNewOnceAlsoIfAnotherWasLoggedSince()
    {
        string one = $"{Guid.NewGuid()}";
        string other = $"{Guid.NewGuid()}";

        Assert.IsTrue(TaskProcess.Instance.IsNewCacheProblem(one));
        Assert.IsTrue(TaskProcess.Instance.IsNewCacheProblem(other));
        Assert.IsFalse(TaskProcess.Instance.IsNewCacheProblem(one));
    }
}
