namespace CopyOnWrite.NetFramework.Tests.Infrastructure;

/// <summary>The package as <c>./build.sh pack</c> wrote it, unpacked: NuGet's resolver is in no package.</summary>
[TestClass]
public static class PackedSdk
{
    internal const string TaskAssembly = "CopyOnWrite.Sdk.Tasks.dll";

    internal static string Folder { get; } = Directory.CreateTempSubdirectory("cow-sdk-").FullName;

    [AssemblyInitialize]
    public static void Unpack(TestContext _) => PackedPackage.Unpack("CopyOnWrite.Sdk", Folder);

    [AssemblyCleanup]
    public static void Delete()
    {
        SettledFiles.Delete();
        Directory.Delete(Folder, recursive: true);
    }
}
