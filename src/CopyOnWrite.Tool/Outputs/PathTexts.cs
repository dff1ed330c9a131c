using System.Security;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace CopyOnWrite.Tool.Outputs;

/// <summary>Replaces a folder's path in a text that a build has written, in the forms in which builds write paths.</summary>
internal sealed class PathTexts
{
    // Latin-1 has a character for each byte: no text is decoded, and none is changed elsewhere. A longer name is another folder's, and
    // /src at the end of a longer path, such as https://host/src, is not the folder /src.
    private const string Beginning = @"(?<![\w.\-\x80-\xFF/\\])";
    private const string End = @"(?=[/\\""'`<>|;,:&*?()\[\]{}\s]|\z)";
    private const string Uri = "file://";

    // Stands for the new path until the rest was searched: the new path may be inside of the old one. No text has this character.
    private const char Mark = '\x1A';

    // Texts of which it is known that a build reads the paths in them as paths. Others may hold a hash of the path, or a length.
    private static readonly string[] s_known =
        [".json", ".editorconfig", ".props", ".targets", ".txt", ".cache", ".rsp", ".lref", ".nuspec", ".cs", ".vb", ".fs"];

    private readonly FolderInBytes _from;
    private readonly (Regex From, string To)[] _forms;
    private readonly (Regex From, string To)[] _inXml;

    /// <param name="from">Absolute, without a separator at its end, as <paramref name="to"/>.</param>
    internal PathTexts(string from, string to)
    {
        _from = new FolderInBytes(from);
        // The path as JavaScript escapes it, and as .NET does, which leaves an & as it is.
        (Regex, string)[] uris = [Form(Uri, path => Uri + UriPath(path)), Form(Uri, path => new System.Uri(path).AbsoluteUri)];
        _inXml = [.. uris, Form(Beginning, path => SecurityElement.Escape(path))];

        // The path as it is; as JSON has it: two backslashes for one, a backslash before a slash, numbers for what is not ASCII; and with
        // slashes for backslashes (Windows, in any case). A form that equals an earlier one changes nothing more.
        _forms =
        [
            .. uris,
            Form(Beginning, path => path),
            Form(Beginning, path => path.Replace("\\", "\\\\").Replace("/", "\\/")),
            Form(Beginning, path => path.Replace("\\", "\\\\")),
            Form(Beginning, path => JsonEncodedText.Encode(path).ToString()),
            Form(Beginning, path => path.Replace('\\', '/')),
        ];

        (Regex, string) Form(string beginning, Func<string, string> form)
        {
            RegexOptions options = OperatingSystem.IsLinux() ? RegexOptions.None : RegexOptions.IgnoreCase | RegexOptions.CultureInvariant;
            string start = beginning == Uri ? @"(?<!\w)" : beginning;
            return (new Regex(start + Regex.Escape(Bytes(form(from))) + End, options), Bytes(form(to)));
        }
    }

    /// <summary>The text with the new path; null where it may not be replaced, or where the text would still name the folder.</summary>
    internal byte[]? Replaced(string file, byte[] content)
    {
        if (!s_known.Contains(Path.GetExtension(file)) || content.AsSpan().ContainsAny((byte)0, (byte)Mark))
        {
            return null;
        }

        string text = Encoding.Latin1.GetString(content);
        (Regex From, string To)[] forms = text.TrimStart('\xEF', '\xBB', '\xBF', ' ', '\r', '\n').StartsWith('<') ? _inXml : _forms;
        for (int i = 0; i < forms.Length; i++)
        {
            text = forms[i].From.Replace(text, $"{Mark}{i}{Mark}");
        }

        if (_from.IsIn(Encoding.Latin1.GetBytes(text)))
        {
            return null;
        }

        for (int i = 0; i < forms.Length; i++)
        {
            text = text.Replace($"{Mark}{i}{Mark}", forms[i].To, StringComparison.Ordinal);
        }

        return Encoding.Latin1.GetBytes(text);
    }

    /// <summary>"/c:/a%20b" of c:\a b: what comes after "file://".</summary>
    private static string UriPath(string path) =>
        (path[0] is '/' or '\\' ? string.Empty : "/") + string.Join('/', path.Split('/', '\\').Select((part, i) =>
            i == 0 && part.EndsWith(':') ? part : System.Uri.EscapeDataString(part)));

    private static string Bytes(string text) => Encoding.Latin1.GetString(Encoding.UTF8.GetBytes(text));
}
