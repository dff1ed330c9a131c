using CopyOnWrite.Tool.Outputs;

namespace CopyOnWrite.Tool.Checkouts;

/// <summary>Tells in at most six lines whether a build of a checkout compiles, and how much disk its outputs take.</summary>
/// <param name="donor">The folder of the checkout that built the outputs.</param>
internal sealed class WarmAnswer(GitCheckout checkout, string donor, WarmResult result)
{
    private const int MostLines = 6;

    /// <summary>The file with the saved outputs; null if another checkout gave them.</summary>
    internal string? Saved { get; init; }

    /// <summary>The difference between this machine and the one that saved the outputs; null if they match.</summary>
    internal string? OtherMachine { get; init; }

    internal int Write(Screen screen, bool quiet)
    {
        var words = new OutputWords(
            donor, checkout.Folder, result.Projects, result.Embedding, result.Cloned ?? new CloneTreeResult([], [], []));
        string summary = result.State switch
        {
            WarmState.HasOutputs => $"{checkout.Folder} already has outputs, so nothing was changed. "
                + $"`dotnet cow {(Saved is null ? "warm" : "restore")} --refresh` replaces the outputs.",
            WarmState.IsDonor => $"{checkout.Folder} is the donor itself. Run the command in another checkout, or name another donor "
                + "with `--from`.",
            WarmState.DonorHasNone => $"{donor} has no outputs of these projects in folders that git ignores. Build the projects there, "
                + "and let git ignore bin and obj.",
            WarmState.OtherMachine => $"{Saved} was not used, and a build compiles everything: {OtherMachine}.",
            _ => words.Summary($"{checkout.Folder} ({Head})"),
        };
        string[] attention = [.. words.Attention()];
        attention = attention.Length <= 1 ? attention : [string.Join(' ', attention)];
        string are = result.Absent.Count == 1 ? "is" : "are";
        string[] below =
        [
            .. result.Absent.Count == 0 ? (string[])[]
                : [$"{Words.Count(result.Absent.Count, "file")} of {donor} {are} right only there, and {are} missing here until the next "
                    + $"build ({OutputWords.Some(result.Absent)})."],
            .. words.EmbeddingLine is { } embedding ? (string[])[embedding] : [],
            .. words.ChangedLine is { } changed ? (string[])[changed] : [],
            Saved is null ? words.DiskLine : words.SavedLine(Saved),
        ];
        string[] lines = result.State != WarmState.Warm ? []
            : [.. words.Reasons(MostLines - 1 - attention.Length - below.Length), .. below];
        var answer = new
        {
            summary, result.State, donor, Path = checkout.Folder, checkout.Branch, checkout.Head,
            Projects = words.ProjectsAsJson, Embedding = words.EmbeddingAsJson, result.Absent,
            Sources = new { result.Same, Other = result.Others },
            Counts = words.CountsAsJson, NotCloned = words.NotClonedAsJson, NotKept = words.NotKeptAsJson,
        };
        _ = screen.Answer(answer, quiet ? checkout.Folder : summary, attention.Length == 0, () => screen.Lines(
            quiet ? [] : [.. attention.Select(line => $"! {line}"), .. lines.Select(line => $"- {line}")]));

        // A hook that prints only the path has a log for the rest.
        bool isReady = result.Projects.All(project => project.Why == WhyCompiled.None);
        if (quiet && (!isReady || result.State is not (WarmState.Warm or WarmState.HasOutputs)))
        {
            Console.Error.WriteLine(Screen.Printable(summary));
        }

        // The checkout can be used, whatever compiles.
        return ExitCode.Success;
    }

    /// <summary>"branch x at 1a2b3c4", or "1a2b3c4".</summary>
    private string Head => (checkout.Branch is null ? string.Empty : $"branch {checkout.Branch} at ")
        + (checkout.Head.Length > 7 ? checkout.Head[..7] : "no commit");
}
