using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text;
using System.Text.RegularExpressions;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Doctor.Fixing;

/// <summary>
/// A change of one line of a file, or a new file of one line, as the sentences of <see cref="MSBuild.Fix"/> and
/// <see cref="ShellText.WriteFile(string, string)"/> tell it: so what is done is what was shown.
/// </summary>
/// <param name="Line">From 1; 0 for a new file.</param>
/// <param name="Old">What stands in that line, once.</param>
internal sealed partial record FileEdit(string File, int Line, string Old, string New)
{
    internal bool IsNewFile => Line == 0;

    internal static FileEdit? Parse(string step)
    {
        if (step.StartsWith("Run: ", StringComparison.Ordinal))
        {
            return ShellText.ParseWriteFile(step["Run: ".Length..]) is var (path, line) ? new FileEdit(path, 0, string.Empty, line) : null;
        }

        return RemoveStep().Match(step) is { Success: true } remove ? Of(remove, remove.Groups[3].Value, string.Empty)
            : ReplaceStep().Match(step) is { Success: true } replace ? Of(replace, replace.Groups[3].Value, replace.Groups[4].Value)
            : InsertStep().Match(step) is { Success: true } insert
            ? Of(insert, insert.Groups[4].Value, insert.Groups[4].Value + insert.Groups[3].Value)
            : null;
    }

    /// <summary>Why it is not applied: a sentence's end. Null where it can be.</summary>
    /// <param name="root">The repository's folder: nothing outside of it is changed.</param>
    internal string? WhyNot(string root)
    {
        string below = Path.TrimEndingDirectorySeparator(root) + Path.DirectorySeparatorChar;
        var file = new FileInfo(File);
        return !Path.GetFullPath(File).StartsWith(below, StringComparison.Ordinal) ? "the file is outside of the repository"
            : IsNewFile ? file.Exists ? "the file exists by now" : null
            : !file.Exists ? "the file is gone"
            : file.LinkTarget is not null ? "the file is a link"
            : WhyNotInLine();
    }

    private string? WhyNotInLine()
    {
        string[] lines = Lines(out _);
        return Line > lines.Length ? "the file has changed"
            : lines[Line - 1].Split(Old).Length != 2 ? "the line has that text more than once, or no more"
            : null;
    }

    /// <summary>After <see cref="WhyNot"/>. Line ends, and a byte order mark, stay as they are.</summary>
    internal void Apply()
    {
        if (IsNewFile)
        {
            System.IO.File.WriteAllText(File, New + Environment.NewLine);
            return;
        }

        string[] lines = Lines(out Encoding encoding);
        lines[Line - 1] = lines[Line - 1].Replace(Old, New, StringComparison.Ordinal);

        // Whole or not at all, also where the disk is full.
        string made = File + ".cow-new";
        System.IO.File.Copy(File, made, overwrite: true);
        System.IO.File.WriteAllBytes(made, [.. encoding.GetPreamble(), .. encoding.GetBytes(string.Join('\n', lines))]);
        System.IO.File.Move(made, File, overwrite: true);
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

    private static FileEdit Of(Match step, string old, string by) =>
        new(step.Groups[1].Value, int.Parse(step.Groups[2].Value, CultureInfo.InvariantCulture), old, by);

    /// <summary>Each with its carriage return, if it has one.</summary>
    private string[] Lines(out Encoding encoding)
    {
        byte[] bytes = System.IO.File.ReadAllBytes(File);
        encoding = new Encoding[] { new UTF8Encoding(true), Encoding.Unicode, Encoding.BigEndianUnicode }
            .FirstOrDefault(one => bytes.AsSpan().StartsWith(one.GetPreamble())) ?? new UTF8Encoding(false);
        return encoding.GetString(bytes, encoding.GetPreamble().Length, bytes.Length - encoding.GetPreamble().Length).Split('\n');
    }

    [GeneratedRegex("^In (.+), line (\\d+), remove `(.+)`\\.$")]
    private static partial Regex RemoveStep();

    [GeneratedRegex("^In (.+), line (\\d+), replace `(.+)` by `(.+)`\\.$")]
    private static partial Regex ReplaceStep();

    [GeneratedRegex("^In (.+), line (\\d+), insert `(.+)` after `(.+)`\\.$")]
    private static partial Regex InsertStep();
}
