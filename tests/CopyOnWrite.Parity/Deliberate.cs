namespace CopyOnWrite.Parity;

/// <summary>The allowed differences: those of docs/reference/compatibility.md, and those of the built-in from itself.</summary>
internal static partial class Deliberate
{
    private const string Creating = "Creating directory \"";

    /// <summary>
    /// With several threads the built-in says "Creating directory" for one folder once or several times, in one spelling or several, as
    /// its threads meet, and for a folder above another or not. The comparison is of the innermost folders for which it is logged.
    /// </summary>
    internal static Observation WithoutRacesOfTheBuiltIn(Observation observation, string folder)
    {
        ILookup<bool, LoggedEvent> events = observation.Events.ToLookup(e => e.Text.StartsWith(Creating, StringComparison.Ordinal));
        LoggedEvent[] created = [.. events[true]
            .Select(e => e with { Text = Creating + Path.GetFullPath(e.Text[Creating.Length..].Split('"')[0], folder) })
            .Distinct()];
        return observation with
        {
            Events =
            [
                .. events[false],
                .. created.Where(e =>
                    !created.Any(inner => inner.Text.StartsWith(e.Text + Path.DirectorySeparatorChar, StringComparison.Ordinal))),
            ],
        };
    }

    /// <summary>A logged exception's frames (MSBUILDALWAYSRETRY) differ as the runtime inlines methods.</summary>
    internal static Observation WithoutFrames(Observation observation) =>
        observation with { Events = [.. observation.Events.Select(e => e with { Text = Frame().Replace(e.Text, string.Empty) })] };

    /// <summary>
    /// On Windows the built-in ends the message of a link that it could not make with Marshal.GetExceptionForHR's text, which is that of
    /// the thread's last COM error (its documentation), of another file as often as not.
    /// </summary>
    internal static Observation WithoutErrorsOfOtherFiles(Observation observation)
    {
        const string Link = "Could not use a link to copy ";
        const string End = " Copying the file instead. ";
        return observation with
        {
            Events = [.. observation.Events.Select(e =>
                e.Text.StartsWith(Link, StringComparison.Ordinal) && e.Text.IndexOf(End, StringComparison.Ordinal) is var end and >= 0
                    ? e with { Text = e.Text[..(end + End.Length)] }
                    : e)],
        };
    }

    /// <summary>The built-in removes a destination before it finds the source locked; ours keeps it.</summary>
    internal static Observation WithoutDestinationsKept(Observation ours, Observation builtIn, string folder)
    {
        string[] kept = [.. ours.Events
            .Where(e => e.Code == "MSB3027")
            .Select(e => Path.GetRelativePath(folder, Path.GetFullPath(e.Text.Split('"')[3], folder)))
            .Where(path => !builtIn.Tree.Any(other => other.StartsWith(path + ": ", StringComparison.Ordinal)))];
        return ours with
        {
            // A destination that is kept may be a hard link to its source.
            Tree = [.. ours.Tree
                .Where(line => !kept.Any(path => line.StartsWith(path + ": file", StringComparison.Ordinal)))
                .Select(line => kept.Aggregate(line, (rest, path) => rest.Replace($", same file as {path}", string.Empty)))],
        };
    }

    // The built-in goes on behind the last frame, on its line.
    [GeneratedRegex(@"\r?\n   at .*?(?= copying ""|\r?$)", RegexOptions.Multiline)]
    private static partial Regex Frame();
}
