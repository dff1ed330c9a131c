namespace CopyOnWrite.Windows.Tests.Infrastructure;

[TestClass]
public static class TestRun
{
    /// <summary>The tests' Windows goes with the run, as does the compiler of its programs.</summary>
    [AssemblyCleanup]
    public static void End()
    {
        WindowsPrograms.EndCompiler();
        Wine.Down();
    }
}
