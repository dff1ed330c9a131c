using System.IO.Compression;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace CopyOnWrite.Tool.Outputs;

/// <summary>
/// Whether what a compiler made names the checkout that it was made in: a debugger, a stack trace or a test would open that one's sources.
/// </summary>
/// <param name="checkout">Its folder, absolute, without a separator at the end.</param>
/// <param name="packages">NuGet's folder, from which packages compile sources in any checkout.</param>
internal sealed class NamedPlaces(string checkout, string packages)
{
    // The kind of custom debug information (dotnet/runtime, PortablePdb-Metadata.md).
    private static readonly Guid s_embeddedSource = new("0E8A571B-6926-466E-B4AD-8AB04611F5FE");

    private readonly FolderInBytes _checkout = new(checkout);
    private readonly FolderInBytes _packages = new(Path.TrimEndingDirectorySeparator(packages));

    internal string Checkout => checkout;

    /// <summary>
    /// Null if the dll, exe, pdb or netmodule names none; else a source, or the folder's path. A mapped source (<see cref="IsMapped"/>) is
    /// returned if nothing but the embedded texts of such sources names the folder.
    /// </summary>
    internal string? FirstIn(string assemblyOrPdb)
    {
        // Read, not mapped: a compiler that shortens it meanwhile would end this process by SIGBUS (mmap(2)).
        using FileStream file = InputFile.Open(assemblyOrPdb);
        byte[] content = new byte[Math.Min(file.Length, Array.MaxLength)];

        // One read may return less than there is (read(2)).
        return FirstIn(content.AsSpan(0, file.ReadAtLeast(content, content.Length, throwOnEndOfStream: false)));
    }

    internal string? FirstIn(ReadOnlySpan<byte> content)
    {
        string? found = null;
        try
        {
            found = IsPdb(content) ? InPortablePdb(content) : IsOfCompiler(content) ? InEmbeddedPdb(content) : null;
        }
        catch (Exception e) when (e is BadImageFormatException or InvalidDataException or ArgumentException or OverflowException)
        {
            // Another kind of file, or a cut off one: searched as text.
        }

        return found is null || IsMapped(found) ? InText(content) ?? found : found;
    }

    /// <summary>
    /// Whether a source has its name by DeterministicSourcePaths: /_/ or /_1/. If it is named all the same, its text is embedded and names
    /// the checkout, as texts of Razor's generator do, and no property changes that.
    /// </summary>
    internal static bool IsMapped(string named) =>
        named.StartsWith("/_", StringComparison.Ordinal) && named.AsSpan(2).TrimStart("0123456789").StartsWith('/');

    /// <summary>Whether it begins as a pdb, dll, exe or netmodule does, which only as a whole can be read by its format.</summary>
    internal static bool IsOfCompiler(ReadOnlySpan<byte> content) => IsPdb(content) || content.StartsWith("MZ"u8);

    private static bool IsPdb(ReadOnlySpan<byte> content) => content.StartsWith("BSJB"u8);

    private string? InText(ReadOnlySpan<byte> content) => _checkout.IsIn(content) ? checkout : null;

    private unsafe string? InEmbeddedPdb(ReadOnlySpan<byte> assembly)
    {
        fixed (byte* start = assembly)
        {
            using var image = new PEReader(start, assembly.Length);
            DebugDirectoryEntry pdb = image.ReadDebugDirectory()
                .FirstOrDefault(entry => entry.Type == DebugDirectoryEntryType.EmbeddedPortablePdb);

            // "MPDB" and a length come first. PEReader's own call would allocate any length that is there.
            return pdb.DataSize == 0 ? null : FirstIn(Inflated(assembly.Slice(pdb.DataPointer, pdb.DataSize)[8..]));
        }
    }

    private unsafe string? InPortablePdb(ReadOnlySpan<byte> content)
    {
        fixed (byte* start = content)
        {
            var pdb = new MetadataReader(start, content.Length);
            foreach (DocumentHandle handle in pdb.Documents)
            {
                // Kept in parts, one for each folder.
                string name = pdb.GetString(pdb.GetDocument(handle).Name);
                if (_checkout.IsIn(name) || IsElsewhereHere(name))
                {
                    return name;
                }
            }

            string? mapped = null;
            foreach (CustomDebugInformationHandle handle in pdb.CustomDebugInformation)
            {
                CustomDebugInformation information = pdb.GetCustomDebugInformation(handle);
                BlobReader blob = pdb.GetBlobReader(information.Value);

                // A length comes first: 0 where the source is not compressed.
                if (pdb.GetGuid(information.Kind) == s_embeddedSource && blob.ReadInt32() != 0
                    && InText(Inflated(new(blob.CurrentPointer, blob.RemainingBytes))) is { } root)
                {
                    string named = information.Parent.Kind == HandleKind.Document
                        ? pdb.GetString(pdb.GetDocument((DocumentHandle)information.Parent).Name) : root;
                    if (!IsMapped(named))
                    {
                        return named;
                    }

                    mapped ??= named;
                }
            }

            return mapped;
        }
    }

    /// <summary>
    /// A source outside of the checkout, which another checkout may lack, or the checkout by another path, as through a symbolic link.
    /// </summary>
    private bool IsElsewhereHere(string document) =>
        Path.IsPathFullyQualified(document) && !IsMapped(document) && !_packages.IsIn(document) && File.Exists(document);

    private static byte[] Inflated(ReadOnlySpan<byte> content)
    {
        using var inflated = new MemoryStream();
        using var deflated = new DeflateStream(new MemoryStream(content.ToArray()), CompressionMode.Decompress);
        deflated.CopyTo(inflated);
        return inflated.ToArray();
    }
}
