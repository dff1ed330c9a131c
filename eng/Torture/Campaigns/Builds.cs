namespace CopyOnWrite.Torture.Campaigns;

/// <summary>
/// Real builds of eight projects that copy the same files, from the volume that cannot clone to those that can, or from FUSE: in every mode
/// of MSBuild, in nodes that stay, at the same time as another, also of another repository with the same cache, with a cache that is
/// deleted meanwhile, with a clock that goes back, in a folder with an odd name. Outputs are the built-in's, without a warning.
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
        using MountedSources? mounted = way.Mount is { } mount
            ? MountedSources.TryMount(mount, ground.SourcesOn(places.Sources), ground)
            : null;
        if (way.Mount is not null && mounted is null)
        {
            return new Counts(1, 0, 0, 0, 1);
        }

        World outer = ground.NewWorld(places);
        World[] worlds = [.. Enumerable.Range(0, way.Repositories)
            .Select(i =>
                new World(
                    Path.Combine(outer.Folder, $"{way.Folder}{(i > 0 ? $"-{i}" : string.Empty)}"), mounted?.Folder ?? outer.SourceFolder))];
        World first = worlds[0];
        string? cache = way.Repositories > 1 ? first.PathOf(World.Cache) : null;
        foreach (World world in worlds)
        {
            world.Clear();
            WriteProjects(world, ground, builtIn);
        }

        using ReusedNodes? nodes = way.KeepsNodes ? new ReusedNodes() : null;
        for (int i = 0; i < way.Before; i++)
        {
            _ = Build(first, way, way.ClockBefore, cache, nodes);
            Directory.Delete(first.PathOf(World.Out), recursive: true);
            way.Between?.Invoke(first.PathOf(World.Cache));
        }

        int[] nodesBefore = nodes?.Ids() ?? [];
        using var ended = new CancellationTokenSource();
        Task meanwhile = Task.Run(() =>
        {
            while (way.Meanwhile is { } disturb && !ended.IsCancellationRequested)
            {
                disturb(first.PathOf(World.Cache));
                Thread.Sleep(1);
            }
        });
        DotNetResult[] builds =
            Task.WhenAll(worlds.SelectMany(world =>
                Enumerable.Range(0, way.AtOnce).Select(_ => Task.Run(() => Build(world, way, null, cache, nodes)))))
                .GetAwaiter()
                .GetResult();
        ended.Cancel();
        meanwhile.Wait();

        string? failure = builds.FirstOrDefault(build =>
            build.ExitCode != 0 || build.Output.Contains("warning ", StringComparison.Ordinal))?.Output;
        string[] wrong = [.. worlds.SelectMany(Differences), .. first.WrongEntries()];
        string[] left = [.. worlds.SelectMany(world => world.Leftovers())
            .Where(name => way.Meanwhile is null ? name.Contains('/') : name.StartsWith(World.Out, StringComparison.Ordinal))];

        // Other builds than the intended ones prove nothing. FUSE file systems have no change times, so nothing of them is cached.
        bool cached = first.CacheFiles("*.entry").Any();
        bool met = (nodes is null || nodes.Ids().Intersect(nodesBefore).Any())
            && (builtIn || way.Meanwhile is not null || cached == way.Mount is null);
        nodes?.Dispose();
        outer.Clear();
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

    /// <param name="cache">Null for the project's own.</param>
    private static DotNetResult Build(World world, Way way, string? clock, string? cache, ReusedNodes? nodes) => DotNet.Run(
        world.Folder,
        [
            "build",
            AllProjects,
            "-nologo",

            // A build's leftovers are checked after it has ended.
            "-p:CopyOnWriteCacheWait=true",
            .. way.Arguments,
            .. cache is null ? Array.Empty<string>() : [$"-p:CopyOnWriteCachePath={cache}"],
        ],
        variables: nodes?.Variables,
        under: clock is null ? null : ["faketime", "-f", clock]);

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
