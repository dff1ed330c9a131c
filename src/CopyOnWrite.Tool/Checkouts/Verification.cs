using CopyOnWrite.Tool.Bench;
using CopyOnWrite.Tool.Outputs;

namespace CopyOnWrite.Tool.Checkouts;

/// <summary>
/// <c>dotnet cow warm --verify</c>: in a worktree of its own, builds with the donor's outputs, then from scratch at the same path, and
/// compares.
/// </summary>
internal sealed class Verification(GitCheckout checkout, GitCheckout donor, WarmOptions options, CancellationToken cancel)
{
    private readonly string _place = checkout.Folder + "-verify";

    /// <param name="build">The arguments of `dotnet`.</param>
    internal async Task<int> RunAsync(Screen screen, string[] build)
    {
        CommandFailedException.ThrowIf(
            Path.Exists(_place), $"{_place} already exists. Delete that folder: --verify adds a worktree there.");

        // A hook may bring outputs by itself, such as the guide's hook.
        checkout.Git.Run("-c", "core.hooksPath=/dev/null", "worktree", "add", "--quiet", "--detach", _place, "HEAD");
        try
        {
            GitCheckout place = GitCheckout.At(_place, cancel);
            WarmResult result;
            using (OpenFolder here = OpenFolder.At(_place))
            {
                result = new Warming(place, new BuiltCheckout(donor), here, options, cancel).Run();
            }

            CommandFailedException.ThrowIf(result.State != WarmState.Warm, $"{donor.Folder} has no outputs. Build that checkout first.");
            using var process = new BuildProcess(_place);
            (TimeSpan warm, var first) = await BuildAsync(process, place, build);
            (TimeSpan cold, var scratch) = await FromScratchAsync(process, place, build);

            // A project that this build does not build has only the donor's outputs, and none from scratch.
            HashSet<string> made = [.. scratch.Keys.Select(file => Path.GetDirectoryName(file)!)];
            string[] differ = [.. OutputComparison.Differences(scratch, first).Where(file => made.Contains(Path.GetDirectoryName(file)!))];

            // A build that writes a time or a random number differs from itself.
            string[] bySelf = differ.Length == 0 ? []
                : [.. OutputComparison.Differences(scratch, (await FromScratchAsync(process, place, build)).Files)];
            return Write(screen, result, [.. differ.Except(bySelf)], [.. differ.Intersect(bySelf)], scratch.Count, warm, cold);
        }
        finally
        {
            checkout.Git.Try("worktree", "remove", "--force", _place);
        }
    }

    private async Task<(TimeSpan, IReadOnlyDictionary<string, string> Files)> FromScratchAsync(
        BuildProcess process, GitCheckout made, string[] build)
    {
        // A prepared checkout keeps its properties, so that both builds have them.
        made.Git.Run("clean", "-f", "-d", "-x", "--quiet", "-e", "*" + PreparedProps.Ending);
        return await BuildAsync(process, made, build);
    }

    /// <summary>Builds, and reads the outputs without MSBuild's own notes of the build.</summary>
    private async Task<(TimeSpan, IReadOnlyDictionary<string, string> Files)> BuildAsync(
        BuildProcess process, GitCheckout made, string[] build)
    {
        TimeSpan time = await process.RunAsync(_place, build, packages: null, $"built by `dotnet {string.Join(' ', build)}`:", cancel);
        string[] ignored = [.. made.IgnoredFiles(_place).Where(file => !file.IsLink).Select(file => file.Path)];
        var outputs = new BuildOutputs(_place, ignored, made.Known());
        IEnumerable<string> compared = ignored
            .Where(file => (!outputs.IsInObj(file) || KnownOutputs.IsOfCompiler(file)) && !PreparedProps.IsFile(file));
        return (time, OutputComparison.Read(_place, compared));
    }

    private int Write(Screen screen, WarmResult result, string[] differ, string[] bySelf, int files, TimeSpan warm, TimeSpan cold)
    {
        // This build does not build most of the projects that the donor has not built.
        int compiled = result.Projects.Count(project => project.Why is not (WhyCompiled.None or WhyCompiled.NotBuilt));
        string summary = differ.Length == 0
            ? $"Equal: a build with the outputs of {donor.Folder} and a build from scratch made the same "
                + $"{Words.Count(files - bySelf.Length, "output")}."
            : $"Different: {Words.Number(differ.Length)} of {Words.Count(files, "output")}, such as {differ[0]}.";
        var answer = new
        {
            summary, Donor = donor.Folder, checkout.Head, files, differ, bySelf, compiled,
            Warm = warm.TotalSeconds, Cold = cold.TotalSeconds, Embedding = result.Embedding.Select(one => one.File),
        };
        return screen.Answer(answer, summary, differ.Length == 0, () => screen.Lines(
        [
            .. differ.Select(file => $"! {file}"),
            .. result.Embedding.Count == 0 || differ.Length == 0 ? (string[])[]
                : ["- Projects with Razor differ in the pdb and its identity. With --strict, such projects compile."],
            .. bySelf.Length == 0 ? (string[])[]
                : [$"- Two builds from scratch already differ in files that were not compared: {Words.Some(bySelf)}."],
            $"- The build took {Words.Number(warm.TotalSeconds, "0.0")} s with the outputs ({Words.Count(compiled, "project")} "
                + $"to compile), and {Words.Number(cold.TotalSeconds, "0.0")} s from scratch.",
        ]));
    }
}
