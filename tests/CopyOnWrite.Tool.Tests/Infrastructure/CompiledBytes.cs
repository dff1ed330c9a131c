using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;

namespace CopyOnWrite.Tool.Tests.Infrastructure;

/// <summary>Assemblies and portable pdbs as compilers write them, with texts where compilers have them.</summary>
internal static class CompiledBytes
{
    private static readonly Guid s_sourceLink = new("CC110556-A091-4D38-9FEC-25AB9A351A6A");
    private static readonly Guid s_embeddedSource = new("0E8A571B-6926-466E-B4AD-8AB04611F5FE");

    internal static byte[] Pdb(string document, string sourceLink = "{}", string embeddedSource = "class A;")
    {
        var metadata = new MetadataBuilder();
        DocumentHandle handle = metadata.AddDocument(metadata.GetOrAddDocumentName(document), default, default, default);
        metadata.AddCustomDebugInformation(
            EntityHandle.ModuleDefinition, metadata.GetOrAddGuid(s_sourceLink), metadata.GetOrAddBlobUTF8(sourceLink));
        byte[] text = Encoding.UTF8.GetBytes(embeddedSource);
        using var blob = new MemoryStream();
        blob.Write(BitConverter.GetBytes(text.Length));
        using (var deflate = new DeflateStream(blob, CompressionLevel.Optimal, leaveOpen: true))
        {
            deflate.Write(text);
        }

        metadata.AddCustomDebugInformation(handle, metadata.GetOrAddGuid(s_embeddedSource), metadata.GetOrAddBlob(blob.ToArray()));
        return Serialized(new PortablePdbBuilder(metadata, [.. new int[MetadataTokens.TableCount]], default).Serialize);
    }

    /// <param name="literals">Of the code, as CallerFilePath is.</param>
    /// <param name="arguments">Of an attribute.</param>
    internal static byte[] Dll(string[]? literals = null, string[]? arguments = null, string codeView = "/_/a.pdb", byte[]? embedded = null)
    {
        var metadata = new MetadataBuilder();
        metadata.AddModule(0, default, default, default, default);
        Array.ForEach(literals ?? [], literal => metadata.GetOrAddUserString(literal));
        var attribute = new BlobBuilder();
        attribute.WriteUInt16(1);
        Array.ForEach(arguments ?? [], attribute.WriteSerializedString);
        attribute.WriteInt32(7);
        attribute.WriteUInt16(0);
        metadata.GetOrAddBlob(attribute);
        var debug = new DebugDirectoryBuilder();
        debug.AddCodeViewEntry(codeView, default, 0x100);
        if (embedded is not null)
        {
            var pdb = new BlobBuilder();
            pdb.WriteBytes(embedded);
            debug.AddEmbeddedPortablePdbEntry(pdb, 0x100);
        }

        var library = PEHeaderBuilder.CreateLibraryHeader();
        return Serialized(
            new ManagedPEBuilder(library, new MetadataRootBuilder(metadata), new BlobBuilder(), debugDirectoryBuilder: debug).Serialize);
    }

    private static byte[] Serialized(Func<BlobBuilder, BlobContentId> serialize)
    {
        var blob = new BlobBuilder();
        serialize(blob);
        return blob.ToArray();
    }
}
