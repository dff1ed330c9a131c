using System.Text;
using System.Text.Json;

namespace CopyOnWrite.Tool.Checkouts;

/// <summary>Replaces a folder's path in texts that builds have written, and keeps their times: a build compares times, and rewrites only what differs.</summary>
internal sealed class PathTexts
{
    // What a build writes is far smaller; MSBuild's and NuGet's largest are some megabytes.
    private const int Largest = 64 * 1024 * 1024;

    private static readonly string[] s_binary = [".dll", ".exe", ".pdb", ".so", ".dylib", ".nupkg", ".resources", ".zip", ".gz", ".br"];

    private readonly List<(byte[] From, byte[] To)> _forms = [];

    /// <param name="from">Absolute, without a separator at its end, as <paramref name="to"/>.</param>
    internal PathTexts(string from, string to)
    {
        // As it is; in JSON, where a backslash is two, or what is not ASCII has its number; and on Windows with slashes.
        foreach (Func<string, string> form in (Func<string, string>[])[
            path => path, path => path.Replace("\\", "\\\\"), path => JsonEncodedText.Encode(path).ToString(), path => path.Replace('\\', '/')])
        {
            byte[] written = Encoding.UTF8.GetBytes(form(from));
            if (!_forms.Exists(one => one.From.AsSpan().SequenceEqual(written)))
            {
                _forms.Add((written, Encoding.UTF8.GetBytes(form(to))));
            }
        }
    }

    /// <summary>True if the file is a text that named the folder.</summary>
    internal bool Replace(FileInfo file)
    {
        if (file.Length is 0 or > Largest || file.LinkTarget is not null || s_binary.Contains(file.Extension))
        {
            return false;
        }

        byte[] content = File.ReadAllBytes(file.FullName);
        byte[] replaced = content;
        if (!content.AsSpan().Contains((byte)0))
        {
            _forms.ForEach(form => replaced = Replace(replaced, form.From, form.To));
        }

        if (ReferenceEquals(replaced, content))
        {
            return false;
        }

        DateTime time = file.LastWriteTimeUtc;
        File.WriteAllBytes(file.FullName, replaced);
        File.SetLastWriteTimeUtc(file.FullName, time);
        return true;
    }

    private static byte[] Replace(byte[] content, byte[] from, byte[] to)
    {
        using var made = new MemoryStream();
        ReadOnlySpan<byte> left = content;
        int place;
        while ((place = left.IndexOf(from)) >= 0)
        {
            // Not in the path of a folder whose name begins in the same way.
            ReadOnlySpan<byte> after = left[(place + from.Length)..];
            made.Write(left[..place]);
            made.Write(after.Length > 0 && ContinuesName(after[0]) ? from : to);
            left = after;
        }

        made.Write(left);
        return left.Length == content.Length || made.ToArray() is var all && all.AsSpan().SequenceEqual(content) ? content : made.ToArray();
    }

    private static bool ContinuesName(byte next) => char.IsAsciiLetterOrDigit((char)next) || next is (byte)'-' or (byte)'_' or (byte)'.' or >= 0x80;
}
