namespace CopyOnWrite.Tests;

[TestClass]
public sealed class CopyRunTests
{
    /// <summary>A helper's, not caught, would end the process.</summary>
    [TestMethod]
    [DataRow(false)]
    [DataRow(true)]
    public void AnExceptionEndsTheWorkAndIsThrown(bool inAHelper)
    {
        var platform = new CopiesAnything();
        int caller = Environment.CurrentManagedThreadId;

        Assert.ThrowsExactly<TimeoutException>(() => Workers.Run(new CloneCall(platform), 10_000, slow: true, (_, _) =>
        {
            Thread.Sleep(1);
            _ = Environment.CurrentManagedThreadId == caller != inAHelper ? throw new TimeoutException() : 0;
        }));
    }

    private sealed class CopiesAnything : CopyOnly
    {
        protected override CloneOutcome CopyOnlyThis(string source, string destination) => CloneOutcome.Copied(Reason.None, 1);
    }
}
