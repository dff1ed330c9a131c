namespace CopyOnWrite.Windows.Tests.Infrastructure;

/// <summary>`dotnet cow` as <c>./build.sh pack</c> wrote it, under Wine. <c>dotnet.exe</c> is stood in for, as for MSBuild.</summary>
internal static class PackedTool
{
    private static readonly Lazy<string> s_assembly = new(Unpack);

    internal static WineResult Run(string folder, IEnumerable<string> arguments, IReadOnlyDictionary<string, string> variables) => Wine.Run(
        WindowsPrograms.Publish("CopyOnWrite.MSBuildHost"),
        folder,
        [Wine.PathOf(s_assembly.Value), .. arguments],
        new Dictionary<string, string>(variables) { ["DOTNET_ROOT"] = Wine.PathOf(WindowsSdk.DotNetRoot) });

    private static string Unpack()
    {
        string folder = Path.Combine(WindowsPrograms.Root, "packed-tool");
        BenchVolumes.Delete(folder);
        PackedPackage.Unpack("CopyOnWrite.Tool", folder);
        return Path.Combine(folder, "tools", "net10.0", "any", "dotnet-cow.dll");
    }
}
