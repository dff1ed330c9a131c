namespace CopyOnWrite.Torture.Campaigns;

/// <summary>
/// Real builds of eight projects that copy the same files, from the volume that cannot clone to those that can: in every mode of MSBuild,
/// in nodes that stay, at the same time as another, with a cache that is deleted meanwhile. Outputs are the built-in's, without a warning.
/// </summary>
internal static class Builds
{
    private const int Projects = 8;
    private const string AllProjects = "all.proj";

    internal static Result Run(Ground ground)
    {
        var rows = new List<Row>();
        foreach (Places places in Places.All.Where(places => places.HasCache))
        {
            foreach (Way way in ground.Effort.Some(Way.All).TakeWhile(_ => !ground.Effort.IsOver))
            {
                rows.Add(new Row(
                    way.Name, places.Name, Play(ground, places, way, builtIn: false), Play(ground, places, way, builtIn: true)));
                ground.Log.WriteLine($"  {way.Name}, {places.Name}: {rows[^1].Ours.Findings.Count} findings");
            }
        }

        return ground.Show(new Result(rows));
    }

    private static Counts Play(Ground ground, Places places, Way way, bool builtIn)
    {
        World world = ground.NewWorld(places);
        string cache = world.PathOf(World.Cache);
        world.Clear();
        WriteProjects(world, ground, builtIn);
        using ReusedNodes? nodes = way.KeepsNodes ? new ReusedNodes() : null;
        for (int i = 0; i < way.Before; i++)
        {
            _ = Build(world, way, nodes);
            Directory.Delete(world.PathOf(World.Out), recursive: true);
            way.Between?.Invoke(cache);
        }

        int[] nodesBefore = nodes?.Ids() ?? [];
        using var ended = new CancellationTokenSource();
        Task meanwhile = Task.Run(() =>
        {
            while (way.Meanwhile is { } disturb && !ended.IsCancellationRequested)
            {
                disturb(cache);
                Thread.Sleep(1);
            }
        });
        DotNetResult[] builds = Task.WhenAll(Enumerable.Range(0, way.AtOnce).Select(_ => Task.Run(() => Build(world, way, nodes))))
            .GetAwaiter()
            .GetResult();
        ended.Cancel();
        meanwhile.Wait();

        string? failure = builds.FirstOrDefault(build =>
            build.ExitCode != 0 || build.Output.Contains("warning ", StringComparison.Ordinal))?.Output;
        string[] wrong = [.. Differences(world), .. world.WrongEntries()];
        string[] left = [.. world.Leftovers()
            .Where(name => way.Meanwhile is null ? name.Contains('/') : name.StartsWith(World.Out, StringComparison.Ordinal))];

        // Other builds than the intended ones prove nothing.
        bool met = (nodes is null || nodes.Ids().Intersect(nodesBefore).Any())
            && (builtIn || way.Meanwhile is not null || world.CacheFiles("*.entry").Any());
        nodes?.Dispose();
        world.Clear();
        return Counts.Judge($"{way.Name}, {places.Name}:", wrong, left, failure, met)
            with { Points = builds.Length, Missed = met ? 0 : builds.Length };
    }

    /// <summary>File.Copy's content and time are the built-in's.</summary>
    private static IEnumerable<string> Differences(World world)
    {
        var sources = TreeSnapshot.Take(world.SourceFolder);
        for (int i = 0; i < Projects; i++)
        {
            string name = $"{World.Out}/{i}";
            foreach (string line in world.Snapshot(name) is { } here
                ? here.Differences(sources, MtimeComparison.Exact)
                : [$"{name} is missing"])
            {
                yield return $"{name}/{line}";
            }
        }
    }

    /// <summary>Builds, and waits for the cache, because leftovers are checked after the build.</summary>
    private static DotNetResult Build(World world, Way way, ReusedNodes? nodes) => DotNet.Run(
        world.Folder, ["build", AllProjects, "-nologo", "-p:CopyOnWriteCacheWait=true", .. way.Arguments], variables: nodes?.Variables);

    /// <summary>Projects that copy all sources, each into its own folder, and one that builds them all.</summary>
    private static void WriteProjects(World world, Ground ground, bool builtIn)
    {
        for (int i = 0; i < Projects; i++)
        {
            File.WriteAllText(world.PathOf($"{i}.proj"), $"""
                <Project DefaultTargets="Build">
                  {ground.Import(builtIn)}
                  <ItemGroup><Source Include="{world.SourceFolder}/**" /></ItemGroup>
                  <Target Name="Build">
                    <Copy SourceFiles="@(Source)" DestinationFolder="out/{i}/%(RecursiveDir)" SkipUnchangedFiles="true" />
                  </Target>
                </Project>
                """);
        }

        File.WriteAllText(world.PathOf(AllProjects), """
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
