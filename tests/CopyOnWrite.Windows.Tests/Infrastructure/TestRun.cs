using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Windows.Tests.Infrastructure;

[TestClass]
public static class TestRun
{
    /// <summary>The tests' Windows goes with the run.</summary>
    [AssemblyCleanup]
    public static void End() => Wine.Down();
}
