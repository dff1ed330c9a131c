namespace CopyOnWrite.Torture.Campaigns;

/// <summary>
/// One process replaces files again and again, and MSBuild expands <c>**/*</c> and copies what it finds: no file of ours is found, copied
/// or missing. And builds of projects without an order between them: two, one of which copies into the other's wwwroot, and those of
/// <see cref="SharedOutput"/>. With the built-in in all, then with ours in all.
/// </summary>
internal static class Globs
{
    private const string Glob = """<Found Include="out/**/*" KeepDuplicates="false" />""";

    /// <summary>The globs in a round: copying the files that they find takes longer than a glob.</summary>
    private const int Globbed = 30;

    private const int Files = 50;
    private const int Rounds = 300;
    private const int WebBuilds = 30;

    /// <summary>More than there are until the web project is built.</summary>
    private const int MostRounds = 5000;

    internal static Result Run(Ground ground) => Result.Join(Places.All.Where(places => places.Sources == places.Destinations)
        .TakeWhile(_ => !ground.Effort.IsOver)
        .SelectMany(places => new[] { RunReader(ground, places), RunWeb(ground, places), RunShared(ground, places) }));

    internal static Result RunReader(Ground ground, Places places) => Run(ground, "Copy and **/*", places, Read);

    internal static Result RunWeb(Ground ground, Places places) => Run(ground, "Copy and wwwroot", places, BuildWeb);

    internal static Result RunShared(Ground ground, Places places) => Run(ground, "Copy and a shared output", places, SharedOutput.Run);

    private static Result Run(Ground ground, string what, Places places, Func<Ground, World, bool, Counts> play)
    {
        World world = ground.NewWorld(places);
        Counts Play(bool builtIn)
        {
            world.Clear();
            return play(ground, world, builtIn);
        }

        Row row = new(what, places.Name, Play(builtIn: false), Play(builtIn: true));
        world.Clear();
        ground.Log.WriteLine($"  {row}");
        return ground.Show(new Result([row]));
    }

    private static Counts Read(Ground ground, World world, bool builtIn)
    {
        int rounds = ground.Effort.Points ?? Rounds;
        string[] names = WriteFiles(world, "in", Files);
        WriteFiles(world, "out", Files);
        File.WriteAllText(world.PathOf("reader.proj"), $"""
            <Project DefaultTargets="Build">
              {ground.Import(builtIn)}
              <ItemGroup><Round Include="{string.Join(';', Enumerable.Range(0, rounds))}" /></ItemGroup>
              <Target Name="Build" Outputs="%(Round.Identity)">
                <ItemGroup><Found Remove="@(Found)" />{string.Concat(Enumerable.Repeat(Glob, Globbed))}</ItemGroup>
                <Copy SourceFiles="@(Found)" DestinationFolder="read/%(Round.Identity)" RetryDelayMilliseconds="9" ContinueOnError="true" />
              </Target>
            </Project>
            """);
        string end = world.PathOf("end");
        Tool tool = builtIn ? Tool.BuiltIn : Tool.Copy;
        Call copy = tool.CallFor(names.Select(name => (world.PathOf($"in/{name}"), world.PathOf($"out/{name}"))));
        Job job = tool.JobIn(world.Folder, ground, copy) with { Until = end };
        File.SetLastWriteTimeUtc(world.PathOf($"in/{names[^1]}"), DateTime.UnixEpoch);
        var writing = Task.Run(() => HostRun.Of(job, ground.Scratch));
        SpinWait.SpinUntil(() => writing.IsCompleted || File.GetLastWriteTimeUtc(world.PathOf($"out/{names[^1]}")) == DateTime.UnixEpoch);
        DotNetResult reader = DotNet.Run(world.Folder, ["build", "reader.proj", "-nologo", "-m:1"]);
        File.WriteAllText(end, string.Empty);
        HostRun writer = writing.Result;

        string[] complaints = Complaints(reader);
        string[] wrong = [.. Directory.EnumerateFiles(world.PathOf("read"), "*", SearchOption.AllDirectories)
            .Where(path => !names.Contains(Path.GetFileName(path)))
            .Select(path => Path.GetRelativePath(world.Folder, path))];
        bool failed = !reader.Succeeded || !writer.Succeeded || complaints.Length > 0;
        return Counts.Judge(
            $"**/* on {world.Folder}: writer {writer}; reader {reader.ExitCode}, {complaints.Length} errors and warnings, as",
            wrong,
            left: [],
            failed ? $"{complaints.FirstOrDefault()}" : null,
            met: true) with { Points = rounds, Wrong = wrong.Length, Failed = complaints.Length };
    }

    private static Counts BuildWeb(Ground ground, World world, bool builtIn)
    {
        int builds = ground.Effort.Points is { } points ? Math.Max(1, points / 3) : WebBuilds;
        WriteFiles(world, "in", 3 * Files);
        WriteFiles(world, "web/wwwroot/dist", 3 * Files);
        File.WriteAllText(world.PathOf("Directory.Build.targets"), $"<Project>{ground.Import(builtIn)}</Project>");
        File.WriteAllText(world.PathOf("web/App.cs"), "Microsoft.AspNetCore.Builder.WebApplication.Create(args).Run();\n");
        File.WriteAllText(world.PathOf("web/web.csproj"), """
            <Project Sdk="Microsoft.NET.Sdk.Web">
              <PropertyGroup><TargetFramework>net10.0</TargetFramework><UseAppHost>false</UseAppHost></PropertyGroup>
            </Project>
            """);
        File.WriteAllText(world.PathOf("assets.proj"), $"""
            <Project DefaultTargets="Build">
              <Import Project="Directory.Build.targets" />
              <ItemGroup><Asset Include="in/*" /><Round Include="{string.Join(';', Enumerable.Range(0, MostRounds))}" /></ItemGroup>
              <Target Name="Build" Outputs="%(Round.Identity)">
                <Copy SourceFiles="@(Asset)" DestinationFolder="web/wwwroot/dist" Condition="!Exists('end')" />
              </Target>
            </Project>
            """);
        File.WriteAllText(world.PathOf("web.proj"), """
            <Project DefaultTargets="Build">
              <Target Name="Build">
                <MSBuild Projects="web/web.csproj" ContinueOnError="ErrorAndContinue" />
                <Touch Files="end" AlwaysCreate="true" />
              </Target>
            </Project>
            """);
        File.WriteAllText(world.PathOf("all.proj"), """
            <Project DefaultTargets="Build">
              <Target Name="Build"><MSBuild Projects="assets.proj;web.proj" BuildInParallel="true" /></Target>
            </Project>
            """);
        DotNet.Run(world.Folder, ["restore", "web/web.csproj"]).ThrowIfFailed();
        return Enumerable.Range(0, builds).TakeWhile(_ => !ground.Effort.IsOver).Aggregate(Counts.None, (sum, i) =>
        {
            File.Delete(world.PathOf("end"));
            DotNetResult build = DotNet.Run(world.Folder, ["build", "all.proj", "-nologo", "-m:2"]);
            string? failure = Complaints(build).FirstOrDefault() ?? (build.Succeeded ? null : build.Output);
            return Counts.Add(sum, Counts.Judge($"build {i} of {world.PathOf("all.proj")}", [], [], failure, met: true));
        });
    }

    private static string[] WriteFiles(World world, string folder, int count)
    {
        Directory.CreateDirectory(world.PathOf(folder));
        string[] names = [.. Enumerable.Range(0, count).Select(i => $"{i}.js")];
        Array.ForEach(names, name => File.WriteAllText(world.PathOf($"{folder}/{name}"), new string('/', 4000 + name.Length)));
        return names;
    }

    /// <summary>Errors, and warnings of a missing or locked file or with a name of ours.</summary>
    internal static string[] Complaints(DotNetResult build) =>
        [.. build.Output.Split('\n').Where(line => Regex.IsMatch(line, @": error |warning .*(MSB30|\.cow-)")).Distinct()];
}
