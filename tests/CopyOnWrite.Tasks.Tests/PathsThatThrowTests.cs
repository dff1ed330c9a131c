namespace CopyOnWrite.Tasks.Tests;

/// <summary>
/// What .NET Framework's Path methods throw at a path does not leave the task: the built-in gets the call. .NET's methods throw at nothing
/// but NUL, so here it is the item that throws, when it is first asked for its path; that shows which exceptions are caught, not which
/// paths have them. tests/CopyOnWrite.NetFramework.Tests has the one character that mono refuses. The others have been seen nowhere yet:
/// they need Windows.
/// </summary>
[TestClass]
public sealed class PathsThatThrowTests
{
    [TestMethod]
    [DataRow(typeof(ArgumentException), false)]
    [DataRow(typeof(ArgumentException), true)]
    [DataRow(typeof(NotSupportedException), false)]
    [DataRow(typeof(NotSupportedException), true)]
    [DataRow(typeof(PathTooLongException), false)]
    public void TheBuiltInGetsTheCall(Type exception, bool intoFolder)
    {
        using EitherCopy call = NewCall(exception);
        if (intoFolder)
        {
            call.Task.DestinationFolder = new ProjectItem("/", Path.GetDirectoryName(call.Task.DestinationFiles[0].ItemSpec)!);
            call.Task.DestinationFiles = null;
        }

        Assert.IsTrue(call.Task.Execute(), call.Engine.ToString());

        Assert.Contains("CopyOnWrite: left to the built-in task: unsupported path.\n", call.Engine + "\n");
        CollectionAssert.AreEqual(new[] { "0.txt", "1.txt" }, call.Written);
    }

    /// <summary>A fault of ours is not taken for a wrong path, and fails no build; a logger's ends it, as with the built-in.</summary>
    [TestMethod]
    public void OtherExceptionsAreLoggedOnceInABuildAndTheBuiltInGetsTheCalls()
    {
        var build = new RecordingEngine();
        foreach (string importance in new[] { "Normal", "Low" })
        {
            using EitherCopy call = NewCall(typeof(InvalidOperationException));
            call.Task.BuildEngine = build;

            Assert.IsTrue(call.Task.Execute(), build.ToString());

            Assert.Contains($"{importance}: CopyOnWrite: an unexpected error, so MSBuild's own Copy copies", build.ToString());
            Assert.Contains("System.InvalidOperationException: illegal", build.ToString());
            CollectionAssert.AreEqual(new[] { "0.txt", "1.txt" }, call.Written);
        }

        using EitherCopy failing = new(ours: true, 1, (_, _) => throw new LoggerException());
        Assert.ThrowsExactly<LoggerException>(() => failing.Task.Execute());
    }

    private static EitherCopy NewCall(Type exception)
    {
        EitherCopy call = new(ours: true, files: 2);
        call.Task.SourceFiles[1] = new ThrowingItem(call.Task.SourceFiles[1].ItemSpec, exception);
        return call;
    }

    private sealed class ThrowingItem(string include, Type exception) : ProjectItem("/", include)
    {
        private bool _asked;

        public override string ItemSpec
        {
            get
            {
                bool first = !_asked;
                _asked = true;
                return first ? throw (Exception)Activator.CreateInstance(exception, "illegal")! : base.ItemSpec;
            }
            set => base.ItemSpec = value;
        }
    }
}
