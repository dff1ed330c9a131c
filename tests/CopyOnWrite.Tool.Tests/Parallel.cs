// Most of a test is a process that waits for another; each has a separate folder.
[assembly: Parallelize(Workers = 3, Scope = ExecutionScope.MethodLevel)]

// Rows of a reason or an outcome, which are internal.
[assembly: DiscoverInternals]

namespace CopyOnWrite.Tool.Tests;

/// <summary>Tests evaluate projects and read logs in this process, several at a time: MSBuild is registered before the first.</summary>
[TestClass]
public static class MSBuildOfTests
{
    [AssemblyInitialize]
    public static void Register(TestContext context) => BuildLog.UseMSBuildOfSdk();
}
