namespace CopyOnWrite.Torture.Campaigns;

/// <summary>
/// What another user puts in place of a file, as his shell command; <c>$1</c> is the name, <c>$2</c> the victim's folder that
/// is outside.
/// </summary>
internal sealed record Attack(string Name, string Script)
{
    internal const string OwnFile = "his own file";

    private const string Away = """mv "$1" "$1.away" 2>/dev/null; mkdir -p "$(dirname "$1")"; """;

    internal static IReadOnlyList<Attack> All { get; } =
    [
        new("a link to a file", Away + """ln -s "$2/secret" "$1" """),
        new("a link to nothing", Away + """ln -s "$2/nothing" "$1" """),
        new("a link to a folder", Away + """ln -s "$2" "$1" """),
        new("a pipe", Away + """mkfifo -m 666 "$1" """),
        new("a folder", Away + """mkdir -p "$1/inner" """),
        new(OwnFile, Away + """printf attacker >"$1"; chmod 666 "$1" """),
        new("a change in place", """[ -f "$1" ] && [ ! -L "$1" ] && printf attacker 1<>"$1" """),
    ];

    /// <summary>Attacks that need no existing file.</summary>
    internal bool IsPlanted => Script.Contains(Away, System.StringComparison.Ordinal);
}
