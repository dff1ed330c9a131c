using System.Buffers;
using System.IO.Compression;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace CopyOnWrite.Tool.Checkouts;

/// <summary>
/// Whether what a compiler made names the checkout that it was made in: a debugger, a stack trace or a test would open that one's sources.
/// </summary>
/// <param name="roots">The spellings of the checkout's folder, absolute, without a separator at the end.</param>
/// <param name="packageFolders">NuGet's, from which packages compile sources in any checkout.</param>
internal sealed class NamedPlaces(IReadOnlyList<string> roots, IReadOnlyList<string> packageFolders)
{
    // Of the format of portable pdbs (dotnet/runtime, PortablePdb-Metadata.md).
    private static readonly Guid s_embeddedSource = new("0E8A571B-6926-466E-B4AD-8AB04611F5FE");

    private readonly FolderInBytes[] _roots = [.. roots.Select(root => new FolderInBytes(root))];
    private readonly FolderInBytes[] _packages = [.. packageFolders.Select(folder => new FolderInBytes(folder))];

    /// <summary>Null if the dll, exe, pdb or netmodule names none; else a document, or the folder's path as it was given.</summary>
    internal string? FirstIn(string assemblyOrPdb)
    {
        // Read, not mapped: a compiler that shortens it meanwhile would end this process by SIGBUS (mmap(2)).
        using var file = new FileStream(
            assemblyOrPdb, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, bufferSize: 0);
        int length = (int)Math.Min(file.Length, Array.MaxLength);
        byte[] buffer = ArrayPool<byte>.Shared.Rent(length);
        try
        {
            return FirstIn(buffer.AsSpan(0, file.ReadAtLeast(buffer.AsSpan(0, length), length, throwOnEndOfStream: false)));
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    internal string? FirstIn(ReadOnlySpan<byte> content)
    {
        try
        {
            return InDebugInformation(content) ?? InText(content);
        }
        catch (Exception e) when (e is BadImageFormatException or InvalidDataException or ArgumentException or OverflowException)
        {
            // A file of another kind, or cut off.
            return InText(content);
        }
    }

    private string? InText(ReadOnlySpan<byte> content)
    {
        for (int i = 0; i < _roots.Length; i++)
        {
            if (_roots[i].IsIn(content))
            {
                return roots[i];
            }
        }

        return null;
    }

    private unsafe string? InDebugInformation(ReadOnlySpan<byte> content)
    {
        fixed (byte* start = content)
        {
            if (content.StartsWith("BSJB"u8))
            {
                return InPortablePdb(new MetadataReader(start, content.Length));
            }

            if (!content.StartsWith("MZ"u8))
            {
                return null;
            }

            using var image = new PEReader(start, content.Length);
            foreach (DebugDirectoryEntry entry in image.ReadDebugDirectory())
            {
                if (entry.Type == DebugDirectoryEntryType.EmbeddedPortablePdb)
                {
                    // "MPDB" and the length come first. ReadEmbeddedPortablePdbDebugDirectoryData would allocate any length.
                    ReadOnlySpan<byte> data = content.Slice(entry.DataPointer, entry.DataSize)[8..];
                    if (FirstIn(Inflated(start + entry.DataPointer + 8, data.Length)) is { } found)
                    {
                        return found;
                    }
                }
            }

            return null;
        }
    }

    private unsafe string? InPortablePdb(MetadataReader pdb)
    {
        // Kept in parts, one for each folder.
        foreach (DocumentHandle handle in pdb.Documents)
        {
            string name = pdb.GetString(pdb.GetDocument(handle).Name);
            if (Array.Exists(_roots, root => root.IsIn(name)) || IsElsewhereHere(name))
            {
                return name;
            }
        }

        foreach (CustomDebugInformationHandle handle in pdb.CustomDebugInformation)
        {
            CustomDebugInformation information = pdb.GetCustomDebugInformation(handle);
            if (pdb.GetGuid(information.Kind) == s_embeddedSource)
            {
                // A length, which is 0 where the source is not compressed.
                BlobReader source = pdb.GetBlobReader(information.Value);
                if (source.ReadInt32() != 0 && InText(Inflated(source.CurrentPointer, source.RemainingBytes)) is { } root)
                {
                    return root;
                }
            }
        }

        return null;
    }

    /// <summary>
    /// A source outside of the checkout, which another checkout may lack, or the checkout by another path, as through a symbolic link.
    /// /_/ and /_1/ are what sources are mapped to.
    /// </summary>
    private bool IsElsewhereHere(string document) =>
        Path.IsPathFullyQualified(document) && !document.StartsWith("/_", StringComparison.Ordinal)
        && !Array.Exists(_packages, folder => folder.IsIn(document)) && File.Exists(document);

    private static unsafe byte[] Inflated(byte* start, int length)
    {
        using var inflated = new MemoryStream();
        using var deflated = new DeflateStream(new UnmanagedMemoryStream(start, length), CompressionMode.Decompress);
        deflated.CopyTo(inflated);
        return inflated.ToArray();
    }
}
