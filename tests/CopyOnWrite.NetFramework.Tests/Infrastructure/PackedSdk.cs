namespace CopyOnWrite.NetFramework.Tests.Infrastructure;

/// <summary>
/// The package as <c>./build.sh pack</c> wrote it, unpacked: NuGet's resolver comes with Visual Studio and is in no package.
/// </summary>
internal static class PackedSdk
{
    internal const string TaskAssembly = "CopyOnWrite.Sdk.Tasks.dll";

    private static readonly Lazy<string> s_folder = new(Unpack);

    internal static string Folder => s_folder.Value;

    internal static void Delete()
    {
        if (s_folder.IsValueCreated)
        {
            Directory.Delete(s_folder.Value, recursive: true);
        }
    }

    private static string Unpack()
    {
        string folder = Directory.CreateTempSubdirectory("cow-sdk-").FullName;
        PackedPackage.Unpack("CopyOnWrite.Sdk", folder);
        return folder;
    }
}
