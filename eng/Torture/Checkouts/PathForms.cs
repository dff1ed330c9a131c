using System.Collections.Immutable;
using System.IO.Compression;
using System.Net;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Text.Encodings.Web;

namespace CopyOnWrite.Torture.Checkouts;

/// <summary>The forms in which programs write a path, and the texts in a file, also those that are in parts or deflated.</summary>
internal static class PathForms
{
    /// <summary>The forms of a path, as Latin-1, which has a character for each byte; as many for each path.</summary>
    internal static string[] Of(string path) =>
    [
        .. from text in (string[])
           [
               path, path.Replace("/", "\\/", StringComparison.Ordinal),
               JavaScriptEncoder.Default.Encode(path), WebUtility.HtmlEncode(path),
               System.Security.SecurityElement.Escape(path), string.Join('/', path.Split('/').Select(Uri.EscapeDataString)),
               string.Join('/', path.Split('/').Select(part => WebUtility.UrlEncode(part))),
           ]
           from encoding in (Encoding[])[Encoding.UTF8, Encoding.Unicode]
           select Encoding.Latin1.GetString(encoding.GetBytes(text)),
    ];

    internal static string TextOf(byte[] file)
    {
        var text = new StringBuilder(Encoding.Latin1.GetString(file));
        try
        {
            using MetadataReaderProvider? provider = file.StartsWith("BSJB"u8) ? MetadataReaderProvider.FromPortablePdbImage([.. file])
                : file.StartsWith("MZ"u8) ? EmbeddedPdb(file) : null;
            if (provider?.GetMetadataReader() is { } pdb)
            {
                foreach (DocumentHandle one in pdb.Documents)
                {
                    text.Append('\0').Append(Encoding.Latin1.GetString(Encoding.UTF8.GetBytes(pdb.GetString(pdb.GetDocument(one).Name))));
                }

                foreach (CustomDebugInformationHandle handle in pdb.CustomDebugInformation)
                {
                    text.Append('\0').Append(Inflated(pdb.GetBlobBytes(pdb.GetCustomDebugInformation(handle).Value)));
                }
            }
        }
        catch (BadImageFormatException)
        {
            // Another file.
        }

        return $"{text}";
    }

    private static MetadataReaderProvider? EmbeddedPdb(byte[] file)
    {
        using var image = new PEReader(ImmutableArray.Create(file));
        DebugDirectoryEntry pdb = image.ReadDebugDirectory().FirstOrDefault(one => one.Type == DebugDirectoryEntryType.EmbeddedPortablePdb);
        return pdb.DataSize == 0 ? null : image.ReadEmbeddedPortablePdbDebugDirectoryData(pdb);
    }

    /// <summary>Inflates an embedded source (its length, then the deflated text); gives nothing for another blob.</summary>
    private static string Inflated(byte[] bytes)
    {
        try
        {
            using var inflated = new StreamReader(
                new DeflateStream(new MemoryStream([.. bytes.Skip(4)]), CompressionMode.Decompress), Encoding.Latin1);
            return inflated.ReadToEnd();
        }
        catch (InvalidDataException)
        {
            return string.Empty;
        }
    }
}
