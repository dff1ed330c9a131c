namespace CopyOnWrite.NetFramework.Tests.Infrastructure;

/// <summary>A repository on a volume, with projects that copy files.</summary>
internal sealed class FrameworkRepo : IDisposable
{
    /// <summary>Whole blocks, so that all bytes of two clones are in common; more than what is copied while it is fresh.</summary>
    internal const int Length = 256 * 1024;

    private readonly MSBuild _msbuild = MSBuild.Require();
    private readonly VolumeUnderTest _volume;

    internal FrameworkRepo(string volume)
    {
        _volume = VolumeUnderTest.Require(volume);

        // The cache's place is beside it.
        TextFile.Write(PathOf("Directory.Build.props"), "<Project />\n");
    }

    internal bool Clones => _volume.Volume.Clones;

    internal string PathOf(string relative) => Path.Combine(_volume.PathOf("repo"), relative);

    internal MSBuild OlderMSBuild() => _msbuild.Older(_volume.PathOf("msbuild"));

    internal IReadOnlyList<FrameworkBuild> Build(params IEnumerable<string> projects) => _msbuild.Build(projects);

    internal string WriteFile(string relative)
    {
        File.WriteAllBytes(PathOf(relative), RandomNumberGenerator.GetBytes(Length));
        return PathOf(relative);
    }

    /// <summary>The project's path. Its properties come before the SDK, as those of a Directory.Build.props do.</summary>
    internal string WriteProject(string name, string target, string properties = "") =>
        TextFile.Write(PathOf(name + ".proj"), $"""
            <Project DefaultTargets="Build">
              <PropertyGroup>{properties}</PropertyGroup>
              <Import Project="{PackedSdk.Folder}/Sdk/Sdk.props" />
              <Import Project="{PackedSdk.Folder}/Sdk/Sdk.targets" />
              <Target Name="Build">
                {target}
              </Target>
            </Project>
            """);

    public void Dispose() => _volume.Dispose();
}
