using System.Security;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace CopyOnWrite.Tool.Checkouts;

/// <summary>
/// Replaces a folder's path in texts that builds have written, and keeps their times: a build compares times, and rewrites only what
/// differs.
/// </summary>
internal sealed class PathTexts
{
    // What a build writes is far smaller; MSBuild's and NuGet's largest are some megabytes.
    private const int Largest = 64 * 1024 * 1024;

    // Latin-1 has a character for each byte: no text is decoded, and none is changed elsewhere. A longer name is another folder's, and
    // /src at the end of a longer path, such as https://host/src, is not the folder /src.
    private const string Beginning = @"(?<![\w.\-\x80-\xFF/\\])";
    private const string End = @"(?=[/\\""'`<>|;,:&*?()\[\]{}\s]|\z)";

    // In obj. A configuration file may have the path because a person wrote it there.
    private static readonly string[] s_ofBuilds =
        [".json", ".editorconfig", ".props", ".targets", ".txt", ".cache", ".rsp", ".lref", ".nuspec", ".cs", ".vb", ".fs"];

    // In bin, where other texts are copies.
    private static readonly string[] s_inOutput = [".staticwebassets.runtime.json", "MvcTestingAppManifest.json"];

    private readonly (Regex From, string To)[] _forms;
    private readonly (Regex From, string To)[] _inXml;

    /// <param name="from">Absolute, without a separator at its end, as <paramref name="to"/>.</param>
    internal PathTexts(string from, string to)
    {
        _inXml = Forms(path => SecurityElement.Escape(path));

        // As it is; in JSON, where a backslash is two, or what is not ASCII has its number; and on Windows with slashes, in any case.
        _forms = Forms(
            path => path,
            path => path.Replace("\\", "\\\\"),
            path => JsonEncodedText.Encode(path).ToString(),
            path => path.Replace('\\', '/'));

        (Regex, string)[] Forms(params Func<string, string>[] forms)
        {
            RegexOptions options = OperatingSystem.IsLinux() ? RegexOptions.None : RegexOptions.IgnoreCase | RegexOptions.CultureInvariant;
            return [.. forms.Select(form => (From: Bytes(form(from)), To: Bytes(form(to)))).DistinctBy(form => form.From).Select(form =>
                (new Regex(Beginning + Regex.Escape(form.From) + End, options), form.To.Replace("$", "$$", StringComparison.Ordinal)))];
        }
    }

    /// <summary>Whether a build writes texts of this name to the output folder with paths of the checkout in them.</summary>
    internal static bool IsOfOutput(string file) => Array.Exists(s_inOutput, end => file.EndsWith(end, StringComparison.Ordinal));

    /// <summary>True if the file is a text that named the folder.</summary>
    internal bool Replace(FileInfo file)
    {
        if (file.Length is 0 or > Largest || file.LinkTarget is not null || !s_ofBuilds.Contains(file.Extension))
        {
            return false;
        }

        string text = Encoding.Latin1.GetString(File.ReadAllBytes(file.FullName));
        var forms = file.Extension is ".props" or ".targets" ? _inXml : _forms;
        string replaced = text.Contains('\0') ? text : forms.Aggregate(text, (current, form) => form.From.Replace(current, form.To));
        if (replaced == text)
        {
            return false;
        }

        DateTime time = file.LastWriteTimeUtc;
        File.WriteAllBytes(file.FullName, Encoding.Latin1.GetBytes(replaced));
        File.SetLastWriteTimeUtc(file.FullName, time);
        return true;
    }

    private static string Bytes(string text) => Encoding.Latin1.GetString(Encoding.UTF8.GetBytes(text));
}
