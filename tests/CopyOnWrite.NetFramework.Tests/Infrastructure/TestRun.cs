namespace CopyOnWrite.NetFramework.Tests.Infrastructure;

[TestClass]
public static class TestRun
{
    [AssemblyCleanup]
    public static void End()
    {
        SettledFiles.Delete();
        PackedSdk.Delete();
    }
}
