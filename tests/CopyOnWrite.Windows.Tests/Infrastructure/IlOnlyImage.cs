using System.Buffers.Binary;
using System.Reflection.PortableExecutable;

namespace CopyOnWrite.Windows.Tests.Infrastructure;

/// <summary>
/// The .NET SDK's assemblies hold machine code for Linux beside their IL (ReadyToRun), and their headers say so: Windows refuses to load
/// them. Here the headers say that there is IL only, for any system; the machine code remains as bytes that nothing reads.
/// </summary>
internal static class IlOnlyImage
{
    // Offsets of the PE format (its specification, "PE Format"): in the COFF header, the PE32+ optional header and a section's header.
    private const int MachineInCoffHeader = 0;
    private const int DirectoriesInPE32PlusHeader = 112;
    private const int DirectorySize = 8;
    private const int Directories = 16;
    private const int ResourceDirectory = 2;
    private const int CliHeaderDirectory = 14;
    private const int SectionHeaderSize = 40;
    private const int RawPointerInSectionHeader = 20;

    // Offsets in the CLI header: IMAGE_COR20_HEADER, corhdr.h.
    private const int FlagsInCliHeader = 16;
    private const int ManagedNativeHeaderInCliHeader = 64;

    /// <summary>Null when the file is not an assembly with such code: then it is used unchanged.</summary>
    internal static byte[]? From(byte[] file)
    {
        using var reader = new PEReader(new MemoryStream(file));
        PEHeaders headers = reader.PEHeaders;
        if (!reader.HasMetadata || headers.CorHeader!.ManagedNativeHeaderDirectory.Size == 0)
        {
            return null;
        }

        if (headers.PEHeader!.Magic != PEMagic.PE32Plus)
        {
            throw new BadImageFormatException("Machine code for another than a 64-bit processor is not expected.");
        }

        BinaryPrimitives.WriteUInt16LittleEndian(
            file.AsSpan(headers.CoffHeaderStartOffset + MachineInCoffHeader), (ushort)System.Reflection.PortableExecutable.Machine.Amd64);

        // PEDecoder::CheckILOnly in coreclr's pedecoder.cpp refuses most directories in an image without machine code.
        for (int i = 0; i < Directories; i++)
        {
            if (i is not ResourceDirectory and not CliHeaderDirectory)
            {
                file.AsSpan(headers.PEHeaderStartOffset + DirectoriesInPE32PlusHeader + (i * DirectorySize), DirectorySize).Clear();
            }
        }

        Span<byte> cli = file.AsSpan(headers.CorHeaderStartOffset);
        CorFlags flags = (headers.CorHeader.Flags & ~CorFlags.ILLibrary) | CorFlags.ILOnly;
        BinaryPrimitives.WriteInt32LittleEndian(cli[FlagsInCliHeader..], (int)flags);
        cli.Slice(ManagedNativeHeaderInCliHeader, DirectorySize).Clear();
        return AsInMemory(file, headers);
    }

    /// <summary>These sections begin at 512 bytes, below a page, and Windows maps such a file as it is: it needs memory's layout.</summary>
    private static byte[] AsInMemory(byte[] file, PEHeaders headers)
    {
        var image = new byte[headers.PEHeader!.SizeOfImage];
        file.AsSpan(0, headers.PEHeader.SizeOfHeaders).CopyTo(image);
        int section = headers.PEHeaderStartOffset + headers.CoffHeader.SizeOfOptionalHeader;
        foreach (SectionHeader header in headers.SectionHeaders)
        {
            int length = Math.Min(header.SizeOfRawData, image.Length - header.VirtualAddress);
            file.AsSpan(header.PointerToRawData, length).CopyTo(image.AsSpan(header.VirtualAddress));
            BinaryPrimitives.WriteInt32LittleEndian(image.AsSpan(section + RawPointerInSectionHeader), header.VirtualAddress);
            section += SectionHeaderSize;
        }

        return image;
    }
}
