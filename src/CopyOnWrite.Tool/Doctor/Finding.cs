using System.Text.Json.Serialization;

namespace CopyOnWrite.Tool.Doctor;

internal enum CheckStatus
{
    /// <summary>It could not be found out, for the reason in the detail.</summary>
    Unknown,

    /// <summary>Nothing has to be done.</summary>
    Ok,

    /// <summary>It works, and could be better.</summary>
    Hint,

    /// <summary>Files are copied that could be cloned, or soon will be.</summary>
    Attention,
}

/// <param name="Title">The answer in a few words, as it stands after "Needs attention: ", without a period.</param>
/// <param name="Detail">What was seen, a fact a line; empty when the title says all.</param>
/// <param name="Steps">What to do, each step once: several projects can need the same one.</param>
internal sealed record Finding(string Title, CheckStatus Status, string Detail, [property: JsonIgnore] IReadOnlyList<string> Steps)
{
    /// <summary>The name of the check, which does not change between versions.</summary>
    [JsonPropertyOrder(-1)]
    public string Id { get; init; } = string.Empty;

    [JsonPropertyOrder(1)]
    public string? Fix => Steps.Count == 0 ? null : string.Join('\n', Steps);

    internal static Finding Ok(string title, string detail = "") => New(CheckStatus.Ok, title, detail, []);

    internal static Finding Hint(string title, string detail = "", params IEnumerable<string> steps) =>
        New(CheckStatus.Hint, title, detail, steps);

    internal static Finding Attention(string title, string detail = "", params IEnumerable<string> steps) =>
        New(CheckStatus.Attention, title, detail, steps);

    internal static Finding Unknown(string title, string detail, params IEnumerable<string> steps) =>
        New(CheckStatus.Unknown, title, detail, steps);

    private static Finding New(CheckStatus status, string title, string detail, IEnumerable<string> steps) =>
        new(title, status, detail, [.. steps.Distinct(StringComparer.Ordinal)]);
}
