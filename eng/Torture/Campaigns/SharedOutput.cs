namespace CopyOnWrite.Torture.Campaigns;

/// <summary>
/// dotnet/msbuild#13599: projects that are built at the same time overwrite an output of all, in turns with one of two versions, and copy
/// it to their own outputs.
/// </summary>
internal static class SharedOutput
{
    private const int Builds = 6;
    private const int Projects = 200;
    private const int Times = 4; // As in one.proj.
    private const int Length = 400_000;
    private const int MostShown = 5;

    internal static Counts Run(Ground ground, World world, bool builtIn)
    {
        byte[][] versions = [new byte[Length], new byte[Length]];
        foreach ((int version, byte[] content) in versions.Index())
        {
            new Random(version).NextBytes(content);
            File.WriteAllBytes(world.PathOf($"{version}.dll"), content);
        }

        // It goes on after an error, so that one build shows each of them.
        File.WriteAllText(world.PathOf("one.proj"), $"""
            <Project DefaultTargets="Build">
              {ground.Import(builtIn)}
              <ItemGroup><Time Include="0;1;2;3" /></ItemGroup>
              <Target Name="Build">
                <Copy SourceFiles="$(Version).dll" DestinationFiles="shared/x.dll"
                  Condition="'%(Time.Identity)' != ''" ContinueOnError="ErrorAndContinue" />
                <Copy SourceFiles="shared/x.dll" DestinationFiles="out/$(Number)/%(Time.Identity).dll" ContinueOnError="ErrorAndContinue" />
              </Target>
            </Project>
            """);
        string projects = string.Concat(Enumerable.Range(0, Projects).Select(number =>
            $"<One Include=\"one.proj\" AdditionalProperties=\"Number={number};Version={number % versions.Length}\" />"));
        File.WriteAllText(world.PathOf("all.proj"), $"""
            <Project DefaultTargets="Build">
              <ItemGroup>{projects}</ItemGroup>
              <Target Name="Build"><MSBuild Projects="@(One)" BuildInParallel="true" /></Target>
            </Project>
            """);
        int builds = ground.Effort.Points is { } points ? Math.Max(1, points / Projects) : Builds;
        return Enumerable.Range(0, builds).TakeWhile(_ => !ground.Effort.IsOver).Aggregate(Counts.None, (sum, i) =>
        {
            BenchVolumes.Delete(world.PathOf("shared"));
            BenchVolumes.Delete(world.PathOf(World.Out));
            DotNetResult build = DotNet.Run(world.Folder, ["build", "all.proj", "-nologo", "-m:8"]);
            string[] said = Globs.Complaints(build);
            string[] wrong = [.. Enumerable.Range(0, Projects * Times).Select(one => $"{World.Out}/{one / Times}/{one % Times}.dll")
                .Where(output => !IsOneOf(world.PathOf(output), versions))];
            string? failure = build.Succeeded && said.Length == 0 ? null
                : $"{(build.Succeeded ? "succeeded" : "failed")}, {said.Length} errors and warnings, as {said.FirstOrDefault()}";
            var judged = Counts.Judge($"build {i} of {world.PathOf("all.proj")}", [.. wrong.Take(MostShown)], [], failure, met: true);
            return Counts.Add(sum, judged with { Wrong = wrong.Length });
        });
    }

    private static bool IsOneOf(string path, byte[][] versions) =>
        File.Exists(path) && File.ReadAllBytes(path) is var content && versions.Any(version => version.AsSpan().SequenceEqual(content));
}
