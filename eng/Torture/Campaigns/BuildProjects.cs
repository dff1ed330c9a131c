namespace CopyOnWrite.Torture.Campaigns;

/// <summary>Projects that copy all sources, each into its own folder, and one that builds them all.</summary>
internal static class BuildProjects
{
    internal const int Count = 8;
    internal const string All = "all.proj";

    internal static void Write(World world, Ground ground, bool builtIn)
    {
        string import = builtIn ? string.Empty : $"<Import Project=\"{Path.Combine(ground.Package, "build", "CopyOnWrite.targets")}\" />";
        for (int i = 0; i < Count; i++)
        {
            File.WriteAllText(world.PathOf($"{i}.proj"), $"""
                <Project DefaultTargets="Build">
                  {import}
                  <ItemGroup><Source Include="{world.SourceFolder}/**" /></ItemGroup>
                  <Target Name="Build"><Copy SourceFiles="@(Source)" DestinationFolder="out/{i}/%(RecursiveDir)" SkipUnchangedFiles="true" /></Target>
                </Project>
                """);
        }

        File.WriteAllText(world.PathOf(All), """
            <Project DefaultTargets="Build">
              <ItemGroup>
                <ProjectReference Include="*.proj" Exclude="all.proj" />
                <ProjectReferenceTargets Include="Build" Targets="Build" />
              </ItemGroup>
              <Target Name="Build"><MSBuild Projects="@(ProjectReference)" BuildInParallel="true" /></Target>
            </Project>
            """);
    }
}
