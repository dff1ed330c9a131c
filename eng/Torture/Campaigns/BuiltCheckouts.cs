using CopyOnWrite.Torture.Checkouts;

namespace CopyOnWrite.Torture.Campaigns;

/// <summary>
/// A built checkout gets another at a new path by the packed tool; then both get the same random edits and builds. An output is what a
/// build from scratch at its path makes, unless the donor's own build misses the edit too, as MSBuild does where an AdditionalFile is
/// deleted. The new one compiles no more than the donor, names it nowhere, and leaves its files alone. Each seed is one scene.
/// </summary>
internal static class BuiltCheckouts
{
    private const int Scenes = 100;

    internal static Result Run(Ground ground) =>
        Run(ground, Enumerable.Range(ground.Effort.Seed, ground.Effort.Points ?? Scenes), isSmall: false);

    internal static Result Run(Ground ground, IEnumerable<int> seeds, bool isSmall)
    {
        string package = Path.Combine(ground.Scratch, "tool");
        PackedPackage.Unpack("CopyOnWrite.Tool", package);
        string tool = Path.Combine(package, "tools", "net10.0", "any", "dotnet-cow.dll");
        using var server = new CompilerServer();
        return Result.Join([.. seeds.TakeWhile(_ => !ground.Effort.IsOver).Select(seed =>
        {
            var scene = new CheckoutScene(ground, tool, server.Variables, seed);
            Counts counts = scene.Play(isSmall);
            ground.Log.WriteLine($"  {scene}: {counts.Findings.Count} findings");
            return ground.Show(new Result([new Row(scene.Way, scene.Volume.Name, counts, null)]));
        })]);
    }
}
