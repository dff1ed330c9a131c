namespace CopyOnWrite.Tool.Checkouts;

/// <summary>Says what a new checkout has: whether a build compiles, what is not in it, what it takes of the disk.</summary>
internal sealed class CheckoutAnswer(ClonedCheckout made)
{
    private const int NamesShown = 3;

    /// <summary>Null for a clone that is no worktree.</summary>
    internal Git? Worktree { get; init; }

    internal int Write(Screen screen, bool quiet)
    {
        if (quiet)
        {
            screen.Line(made.Path);
            return ExitCode.Success;
        }

        int ready = made.Projects.Count(project => project.Why == WhyCompiled.None);
        string summary = made.Projects.Count == 0 ? $"{made.Path} is ready."
            : ready == made.Projects.Count ? $"{made.Path} is ready: a build compiles none of its {Words.Count(ready, "project")}."
            : $"{made.Path} is ready: {ready} of {Words.Count(made.Projects.Count, "project")} need not compile.";
        return screen.Answer(new { summary, made.Donor, made.Path }, summary, true, () =>
        {
            foreach (var same in made.Projects.Where(project => project.Why != WhyCompiled.None).GroupBy(project => project.Why))
            {
                screen.Line($"- {same.Count()} {same.Key}: {string.Join(", ", same.Take(NamesShown).Select(one => $"{one.File} ({one.Where})"))}");
            }
        });
    }
}
