namespace CopyOnWrite.Tasks.Tests;

[TestClass]
public sealed class TaskProcessTests
{
    [TestMethod]
    public void AProblemOfTheCacheIsNewOnceAlsoIfAnotherWasLoggedSince()
    {
        string one = $"{Guid.NewGuid()}";
        string other = $"{Guid.NewGuid()}";

        Assert.IsTrue(TaskProcess.Instance.IsNewProblem(one));
        Assert.IsTrue(TaskProcess.Instance.IsNewProblem(other));
        Assert.IsFalse(TaskProcess.Instance.IsNewProblem(one));
    }
}
