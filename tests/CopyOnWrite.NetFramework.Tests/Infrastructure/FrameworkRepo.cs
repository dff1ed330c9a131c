namespace CopyOnWrite.NetFramework.Tests.Infrastructure;

/// <summary>A repository on a volume, with projects that copy files.</summary>
internal sealed class FrameworkRepo
{
    /// <summary>Whole blocks, so that all bytes of two clones are in common; more than what is copied while it is fresh.</summary>
    internal const int Length = 256 * 1024;

    internal FrameworkRepo(VolumeUnderTest volume)
    {
        Folder = volume.PathOf("repo");
        _ = Directory.CreateDirectory(Folder);

        // The cache's place is beside it.
        File.WriteAllText(PathOf("Directory.Build.props"), "<Project />\n");
    }

    internal string Folder { get; }

    internal string PathOf(string relative) => Path.Combine(Folder, relative);

    internal string WriteFile(string relative)
    {
        File.WriteAllBytes(PathOf(relative), RandomNumberGenerator.GetBytes(Length));
        return PathOf(relative);
    }

    /// <summary>The project's path. Its properties come before the SDK, as those of a Directory.Build.props do.</summary>
    internal string WriteProject(string name, string target, string properties = "", string body = "")
    {
        string path = PathOf(name + ".proj");
        File.WriteAllText(path, $"""
            <Project DefaultTargets="Build">
              <PropertyGroup>{properties}</PropertyGroup>
              <Import Project="{PackedSdk.Folder}/Sdk/Sdk.props" />
              <Import Project="{PackedSdk.Folder}/Sdk/Sdk.targets" />
              {body}
              <Target Name="Build">
                {target}
              </Target>
            </Project>
            """);
        return path;
    }
}
