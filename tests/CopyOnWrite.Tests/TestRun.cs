namespace CopyOnWrite.Tests;

/// <summary>What all tests of one run share goes with the run.</summary>
[TestClass]
public static class TestRun
{
    [AssemblyCleanup]
    public static void End() => SettledFiles.Delete();
}
