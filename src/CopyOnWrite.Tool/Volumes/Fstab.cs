using System;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;

namespace CopyOnWrite.Tool.Volumes;

/// <summary>The line of a volume in /etc/fstab. Other lines are not touched.</summary>
internal static partial class Fstab
{
    // For people who read the file; mount ignores options that begin with x- (mount(8)).
    private const string Mark = "x-dotnet-cow";

    /// <summary>With nofail: the machine starts without the volume if its image is gone (systemd.mount(5)).</summary>
    internal static string LineOf(string image, string folder, string fileSystem) =>
        $"{Escape(image)} {Escape(folder)} {fileSystem} {Mounting.Options},nofail,{Mark} 0 0";

    internal static bool Has(string file, string line) => Lines(file).Contains(line, StringComparer.Ordinal);

    /// <summary>The line of a volume as it stands there: a user may have added options. Null where there is none.</summary>
    internal static string? LineFor(string file, string image) =>
        Lines(file).FirstOrDefault(line => IsVolume(line) && Field(line, 0) == image);

    /// <summary>A line that mounts something on the folder; null where there is none.</summary>
    internal static string? LineThatMountsOn(string file, string folder) => Lines(file).FirstOrDefault(line => Field(line, 1) == folder);

    internal static string[] Add(string file, string line) =>
        Replace(file, line, "{ cat \"$f\" && { [ -z \"$(tail -c 1 \"$f\")\" ] || echo; } && printf '%s\\n' \"$2\"; } > \"$n\"");

    // grep ends with 1 where no line is left, with 2 after an error.
    internal static string[] Remove(string file, string line) =>
        Replace(file, line, "{ grep -vxF -e \"$2\" \"$f\" > \"$n\"; [ $? -lt 2 ]; }");

    /// <summary>
    /// Written beside it and renamed: a full disk leaves the old file. In a shell, since sudo redirects nothing. The copy first is for the
    /// file's mode and owner.
    /// </summary>
    private static string[] Replace(string file, string line, string write) =>
    [
        "sh",
        "-c",
        "f=$(readlink -f \"$1\") && n=$(dirname \"$f\")/$3 && cp -p \"$f\" \"$n\" && " + write
            + " && mv \"$n\" \"$f\" || { rm -f \"$n\"; false; }",
        "sh",
        file,
        line,
        TemporaryFiles.NewName(),
    ];

    /// <summary>The images of all volumes in it.</summary>
    internal static string[] Images(string file) => [.. Lines(file).Where(IsVolume).Select(line => Field(line, 0)!)];

    private static bool IsVolume(string line) => line.Contains(Mark, StringComparison.Ordinal) && Field(line, 0) is not null;

    // A carriage return is part of a line: grep has to find it again.
    private static string[] Lines(string file) => File.Exists(file) ? File.ReadAllText(file).Split('\n') : [];

    private static string? Field(string line, int index) =>
        line.Split((char[])[' ', '\t'], StringSplitOptions.RemoveEmptyEntries) is { } fields && fields.Length > index
            && !fields[0].StartsWith('#')
            ? Unescape(fields[index])
            : null;

    // As fstab(5) has it: a field ends at a blank.
    private static string Escape(string path) => string.Concat(path.Select(c => c is ' ' or '\t' or '\n' or '\\' or '#'
        ? "\\" + Convert.ToString(c, 8).PadLeft(3, '0')
        : c.ToString(CultureInfo.InvariantCulture)));

    private static string Unescape(string field) =>
        Octal().Replace(field, escape => ((char)Convert.ToInt32(escape.Value[1..], 8)).ToString());

    [GeneratedRegex(@"\\[01][0-7]{2}")]
    private static partial Regex Octal();
}
