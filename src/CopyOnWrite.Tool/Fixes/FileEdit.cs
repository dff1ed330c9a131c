using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;

namespace CopyOnWrite.Tool.Fixes;

/// <summary>Why a step is left to the user.</summary>
internal enum LeftReason
{
    None,

    /// <summary>A person chose what it would change, or it changes something outside of the repository's files.</summary>
    Chosen,

    /// <summary>It is advice, or a command that does more than restore.</summary>
    NeedsPerson,

    /// <summary>Another step of the same check is left.</summary>
    OtherStep,

    OutsideRepository,
    FileExists,
    FileGone,
    FileIsLink,
    FileChanged,

    /// <summary>The line does not have the text exactly once.</summary>
    TextNotOnce,

    /// <summary>It was tried.</summary>
    Failed,

    /// <summary>It was done, and the check still finds the same.</summary>
    DidNotSuffice,
}

/// <summary>A change of one line of a file, or a new file of one line.</summary>
/// <param name="Line">From 1; 0 for a new file.</param>
/// <param name="Old">What stands in that line, once.</param>
internal sealed record FileEdit(string File, int Line, string Old, string New, string Text) : FixStep(Text)
{
    internal bool IsNewFile => Line == 0;

    /// <summary>Why it is not applied; <see cref="LeftReason.None"/> where it can be.</summary>
    /// <param name="root">The repository's folder: nothing outside of it is changed.</param>
    internal LeftReason WhyNot(string root)
    {
        string below = Path.TrimEndingDirectorySeparator(root) + Path.DirectorySeparatorChar;
        var file = new FileInfo(File);
        return !Path.GetFullPath(File).StartsWith(below, StringComparison.Ordinal) ? LeftReason.OutsideRepository
            : IsNewFile ? file.Exists ? LeftReason.FileExists : LeftReason.None
            : !file.Exists ? LeftReason.FileGone
            : file.LinkTarget is not null ? LeftReason.FileIsLink
            : WhyNotInLine();
    }

    private LeftReason WhyNotInLine()
    {
        string[] lines = Lines(out _);
        return Line > lines.Length ? LeftReason.FileChanged
            : lines[Line - 1].Split(Old).Length != 2 ? LeftReason.TextNotOnce
            : LeftReason.None;
    }

    /// <summary>After <see cref="WhyNot"/>. Line ends, a byte order mark and the mode stay as they are.</summary>
    internal void Apply()
    {
        // The system's own way is used where there is none of ours.
        FileCloner cloner = FileCloner.ForThisSystem()!;
        if (IsNewFile)
        {
            WholeFile.Write(cloner, File, Encoding.UTF8.GetBytes(New + Environment.NewLine));
            return;
        }

        string[] lines = Lines(out Encoding encoding);
        lines[Line - 1] = lines[Line - 1].Replace(Old, New, StringComparison.Ordinal);
        UnixFileMode mode = OperatingSystem.IsWindows() ? default : System.IO.File.GetUnixFileMode(File);
        WholeFile.Write(cloner, File, [.. encoding.GetPreamble(), .. encoding.GetBytes(string.Join('\n', lines))]);
        if (!OperatingSystem.IsWindows())
        {
            System.IO.File.SetUnixFileMode(File, mode);
        }
    }

    /// <summary>As a difference is written: the line before with "-", the line after with "+".</summary>
    internal IEnumerable<string> Difference()
    {
        string before = IsNewFile ? string.Empty : Lines(out _)[Line - 1].Trim();
        string after = IsNewFile ? New : before.Replace(Old, New, StringComparison.Ordinal).Trim();
        return
        [
            .. before.Length > 0 ? [$"- {before}"] : Array.Empty<string>(),
            .. after.Length > 0 ? [$"+ {after}"] : Array.Empty<string>(),
        ];
    }

    /// <summary>Each with its carriage return, if it has one.</summary>
    private string[] Lines(out Encoding encoding)
    {
        byte[] bytes = System.IO.File.ReadAllBytes(File);
        encoding = new Encoding[] { new UTF8Encoding(true), Encoding.Unicode, Encoding.BigEndianUnicode }
            .FirstOrDefault(one => bytes.AsSpan().StartsWith(one.GetPreamble())) ?? new UTF8Encoding(false);
        return encoding.GetString(bytes, encoding.GetPreamble().Length, bytes.Length - encoding.GetPreamble().Length).Split('\n');
    }
}
