using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Measurement;
using CopyOnWrite.Torture.Scenes;

namespace CopyOnWrite.Torture.Campaigns;

/// <summary>
/// Real builds of eight projects that copy the same files, from the volume that cannot clone to those that can: in every mode of MSBuild, at the same time as
/// another, with a cache that is deleted meanwhile, with a clock that goes back, in a folder with an odd name. Outputs are the built-in's, without a warning.
/// </summary>
internal sealed class Builds : ICampaign
{
    private const int Projects = 8;

    private static readonly Way[] s_ways =
    [
        new("the folder's name has a line end", ["-m:8"]) { Folder = "one\ntwo" },
        new("-m:8", ["-m:8"]),
        new("-m:8, with the cache of the build before", ["-m:8"]) { Before = 1 },
        new("-graph -m:8", ["-graph", "-m:8"]),
        new("-mt -m:8", ["-mt", "-m:8"]),
        new("the cache is deleted again and again", ["-m:8"]) { Meanwhile = DeleteCache },
        new("entries are deleted again and again", ["-m:8"]) { Before = 1, Meanwhile = DeleteEntries },
        new("two builds of the repository at once", ["-m:8"]) { AtOnce = 2 },
        new("the clock is a year ahead, then right", ["-m:8"]) { Before = 1, ClockBefore = "+365d" },
        new("the clock is a year behind, then right", ["-m:8"]) { Before = 1, ClockBefore = "-365d" },
    ];

    public string Name => "builds";

    public string What => "Builds in every mode, at once, with others at the cache, with a clock that goes back";

    public Result Run(Ground ground)
    {
        var rows = new List<Row>();
        var findings = new List<string>();
        var ofBuiltIn = new List<string>();
        foreach (Places places in Places.All.Where(places => places.HasCache))
        {
            foreach (Way way in ground.Effort.Some(s_ways).TakeWhile(_ => !ground.Effort.IsOver))
            {
                Counts ours = Play(ground, places, way, builtIn: false, findings);
                Counts builtIn = Play(ground, places, way, builtIn: true, ofBuiltIn);
                rows.Add(new Row(way.Name, places.Name, ours, builtIn));
                ground.Log.WriteLine($"  {way.Name}, {places.Name}: {findings.Count} findings so far");
            }
        }

        foreach (string finding in findings)
        {
            ground.Log.WriteLine($"  FOUND {finding}");
        }

        foreach (string finding in ofBuiltIn)
        {
            ground.Log.WriteLine($"  built-in: {finding}");
        }

        return new Result(rows, findings, ofBuiltIn);
    }

    private static Counts Play(Ground ground, Places places, Way way, bool builtIn, List<string> findings)
    {
        World outer = ground.NewWorld(places);
        var world = new World(Path.Combine(outer.Folder, way.Folder), outer.SourceFolder);
        world.Clear();
        WriteProjects(world, ground, builtIn);
        for (int i = 0; i < way.Before; i++)
        {
            _ = Build(world, way, way.ClockBefore);
            Directory.Delete(world.PathOf(World.Out), recursive: true);
        }

        using var ended = new CancellationTokenSource();
        Task meanwhile = Task.Run(() =>
        {
            while (way.Meanwhile is { } disturb && !ended.IsCancellationRequested)
            {
                disturb(world.PathOf(World.Cache));
                Thread.Sleep(1);
            }
        });
        DotNetResult[] builds = Task.WhenAll(Enumerable.Range(0, way.AtOnce).Select(_ => Task.Run(() => Build(world, way, null)))).GetAwaiter().GetResult();
        ended.Cancel();
        meanwhile.Wait();

        string? failure = builds.FirstOrDefault(build => build.ExitCode != 0 || build.Output.Contains("warning ", StringComparison.Ordinal))?.Output;
        string[] wrong = [.. Differences(world), .. world.WrongEntries()];
        string[] left = [.. way.Meanwhile is null ? world.Leftovers().Where(name => name.Contains('/')) : world.Leftovers().Where(name => name.StartsWith(World.Out, StringComparison.Ordinal))];
        if (failure is not null || wrong.Length > 0 || left.Length > 0)
        {
            findings.Add($"{way.Name}, {places.Name}: {failure}{string.Concat(wrong.Select(line => $"\n    wrong: {line}"))}{string.Concat(left.Select(line => $"\n    left: {line}"))}");
        }

        outer.Clear();
        return new Counts(way.AtOnce, wrong.Length > 0 ? 1 : 0, left.Length > 0 ? 1 : 0, failure is null ? 0 : 1, 0);
    }

    /// <summary>File.Copy's content and time are the built-in's.</summary>
    private static IEnumerable<string> Differences(World world)
    {
        var sources = TreeSnapshot.Take(world.SourceFolder);
        for (int i = 0; i < Projects; i++)
        {
            string name = $"{World.Out}/{i}";
            foreach (string line in world.Snapshot(name) is { } here ? here.Differences(sources, MtimeComparison.Exact) : [$"{name} is missing"])
            {
                yield return $"{name}/{line}";
            }
        }
    }

    private static DotNetResult Build(World world, Way way, string? clock) => DotNet.Run(
        world.Folder, ["build", "all.proj", "-nologo", .. way.Arguments], under: clock is null ? null : ["faketime", "-f", clock]);

    private static void WriteProjects(World world, Ground ground, bool builtIn)
    {
        string import = builtIn ? string.Empty : $"<Import Project=\"{Path.Combine(ground.Package, "build", "CopyOnWrite.targets")}\" />";
        for (int i = 0; i < Projects; i++)
        {
            File.WriteAllText(world.PathOf($"{i}.proj"), $"""
                <Project DefaultTargets="Build">
                  {import}
                  <ItemGroup><Source Include="{world.SourceFolder}/**" /></ItemGroup>
                  <Target Name="Build"><Copy SourceFiles="@(Source)" DestinationFolder="out/{i}/%(RecursiveDir)" SkipUnchangedFiles="true" /></Target>
                </Project>
                """);
        }

        File.WriteAllText(world.PathOf("all.proj"), """
            <Project DefaultTargets="Build">
              <ItemGroup>
                <ProjectReference Include="*.proj" Exclude="all.proj" />
                <ProjectReferenceTargets Include="Build" Targets="Build" />
              </ItemGroup>
              <Target Name="Build"><MSBuild Projects="@(ProjectReference)" BuildInParallel="true" /></Target>
            </Project>
            """);
    }

    private static void DeleteCache(string cache)
    {
        try
        {
            Directory.Delete(cache, recursive: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Not there, or filled at the same time.
        }
    }

    private static void DeleteEntries(string cache)
    {
        try
        {
            foreach (string entry in Directory.GetFiles(cache, "*.entry").Concat(Directory.GetFiles(cache, "*.record")))
            {
                File.Delete(entry);
            }
        }
        catch (IOException)
        {
            // Not there.
        }
    }

    private sealed record Way(string Name, string[] Arguments)
    {
        /// <summary>Builds before the one that counts; what they made is deleted, and their cache stays.</summary>
        internal int Before { get; init; }

        internal string? ClockBefore { get; init; }

        internal int AtOnce { get; init; } = 1;

        internal string Folder { get; init; } = "repository";

        internal Action<string>? Meanwhile { get; init; }
    }
}
