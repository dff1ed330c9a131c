namespace CopyOnWrite.Torture.Campaigns;

/// <summary>One scene of a campaign: its points with our task, then with the built-in where there is one for it.</summary>
internal abstract class SceneRun(Ground ground, Scene scene, int number, int scenes, World world)
{
    protected Ground Ground => ground;

    protected Scene Scene => scene;

    protected int Number => number;

    protected World World => world;

    protected Expected Expected { get; private set; } = null!;

    internal Result Run()
    {
        WriteSources();
        Expected = Prepare();
        Row row = new(scene.Tool.Name, scene.Places.Name, RunAll(builtIn: false), scene.IsStaging ? null : RunAll(builtIn: true));
        CleanUp();
        return new Result([row]);
    }

    protected virtual Expected Prepare() => Expected.Of(scene, world, ground);

    protected abstract Counts RunAll(bool builtIn);

    protected virtual void CleanUp() => world.Clear();

    /// <summary>Selects points by the effort, while there is time.</summary>
    protected Counts Play<T>(IReadOnlyList<T> points, Func<T, Counts> play) =>
        ground.Effort.SomePoints(points, number, scenes)
            .TakeWhile(_ => !ground.Effort.IsOver)
            .Aggregate(Counts.None, (sum, point) => Counts.Add(sum, play(point)));

    protected Job JobInto(bool builtIn, params string[] folders) => scene.Into(world, ground, builtIn, folders);

    /// <summary>After a kill no part of a file is newer than its source; then as in <see cref="BuildAgain"/>.</summary>
    protected Counts BuildAfterKill(bool builtIn, HostRun killed, string when) => BuildAgain(
        builtIn,
        $"{killed.State} {when}",
        met: killed.State == "killed",
        failed: killed.State is not ("killed" or "succeeded"),
        [.. world.TakenForDone()]);

    /// <summary>The scene's call, from the files before it.</summary>
    protected HostRun Host(bool builtIn, Tracing? tracing = null, TimeSpan? killAfter = null)
    {
        scene.Prepare(world, ground);
        WriteSources();
        return HostRun.Of(JobInto(builtIn, World.Out), ground.Scratch, tracing, killAfter: killAfter);
    }

    /// <summary>Makes sources that are not written yet when the call begins.</summary>
    protected virtual void WriteSources()
    {
    }

    /// <summary>A build after the disturbance at a point, which must repair everything, and one to another folder, by the cache.</summary>
    /// <param name="parts">Wrong files before that build.</param>
    protected Counts BuildAgain(bool builtIn, string what, bool met, bool failed, IReadOnlyList<string>? parts = null)
    {
        HostRun second = HostRun.Of(JobInto(builtIn, World.Out, World.Again), ground.Scratch);
        return Counts.Judge(
            $"{scene}: {what}; the next build {second}",
            [.. parts ?? [], .. Expected.Differences(world)],
            world.Leftovers(),
            failed || !second.Succeeded || second.Complaints.Any() ? "failed" : null,
            met);
    }
}
