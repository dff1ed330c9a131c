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
    private readonly string _folder = Directory.CreateTempSubdirectory("cow-paths-").FullName;

    [TestCleanup]
    public void DeleteFolder() => Directory.Delete(_folder, recursive: true);

    [TestMethod]
    [DataRow(typeof(ArgumentException), false)]
    [DataRow(typeof(ArgumentException), true)]
    [DataRow(typeof(NotSupportedException), false)]
    [DataRow(typeof(NotSupportedException), true)]
    [DataRow(typeof(PathTooLongException), false)]
    public void TheBuiltInGetsTheCall(Type exception, bool intoFolder)
    {
        RecordingEngine engine = new();
        Copy task = NewTask(engine, exception, intoFolder);

        Assert.IsTrue(task.Execute(), engine.ToString());

        Assert.Contains(
            "CopyOnWrite: left to the built-in task: unsupported path.", engine.Events.Select(e => e.Message!), engine.ToString());
        Assert.AreEqual("a", File.ReadAllText(Path.Combine(_folder, "out", "a.txt")));
        Assert.AreEqual("b", File.ReadAllText(Path.Combine(_folder, "out", "b.txt")));
    }

    /// <summary>A fault of ours is not taken for a wrong path.</summary>
    [TestMethod]
    public void OtherExceptionsAreThrown()
    {
        Copy task = NewTask(new RecordingEngine(), typeof(InvalidOperationException), intoFolder: false);

        Assert.ThrowsExactly<InvalidOperationException>(() => task.Execute());
    }

    private Copy NewTask(RecordingEngine engine, Type exception, bool intoFolder)
    {
        File.WriteAllText(Path.Combine(_folder, "a.txt"), "a");
        File.WriteAllText(Path.Combine(_folder, "b.txt"), "b");
        return new Copy
        {
            BuildEngine = engine,
            SourceFiles =
            [
                new ProjectItem(_folder, Path.Combine(_folder, "a.txt")),
                new ThrowingItem(_folder, Path.Combine(_folder, "b.txt"), exception),
            ],
            DestinationFolder = intoFolder ? new ProjectItem(_folder, Path.Combine(_folder, "out")) : null,
            DestinationFiles = intoFolder
                ? null
                : [.. new[] { "a.txt", "b.txt" }.Select(name => (ITaskItem)new ProjectItem(_folder, Path.Combine(_folder, "out", name)))],
        };
    }

    private sealed class ThrowingItem(string folder, string include, Type exception) : ProjectItem(folder, include)
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
