using System.Buffers.Binary;
using System.IO.Compression;
using System.Security.Cryptography;
using CopyOnWrite.Tool.Checkouts;

namespace CopyOnWrite.Tool.Saved;

/// <summary>
/// The file of <c>dotnet cow save</c>: a line, the SHA-256 of the rest, then, compressed by Brotli (RFC 7932, which has no checksum), the
/// length of a <see cref="SavedCheckout"/> as 4 bytes, it, and the contents of its outputs, each once.
/// </summary>
internal static class Archive
{
    private const int LongestManifest = 256 * 1024 * 1024;

    private static readonly byte[] s_line = "dotnet cow save 1\n"u8.ToArray();

    /// <param name="made">The archive, which is empty yet.</param>
    /// <exception cref="IOException">An output has changed meanwhile.</exception>
    internal static void Write(Stream made, SavedCheckout checkout, string root)
    {
        made.Write(s_line);
        made.Write(new byte[SHA256.HashSizeInBytes]);
        using (var compressed = new BrotliStream(made, CompressionLevel.Optimal, leaveOpen: true))
        {
            byte[] manifest = checkout.ToBytes();
            Span<byte> length = stackalloc byte[sizeof(int)];
            BinaryPrimitives.WriteInt32LittleEndian(length, manifest.Length);
            compressed.Write(length);
            compressed.Write(manifest);
            foreach (SavedFile file in checkout.Outputs.DistinctBy(file => file.Sha256))
            {
                using FileStream content = InputFile.Open(Path.Join(root, file.Path));
                if (!Copy(content, compressed, file) || content.ReadByte() >= 0)
                {
                    throw new IOException($"{file.Path} changed while the command ran");
                }
            }
        }

        made.Position = s_line.Length + SHA256.HashSizeInBytes;
        byte[] hash = SHA256.HashData(made);
        made.Position = s_line.Length;
        made.Write(hash);
    }

    /// <summary>Reads what is before the contents, which <see cref="Unpack"/> reads next.</summary>
    /// <exception cref="InvalidDataException">It is no archive, or was changed or cut off.</exception>
    internal static (SavedCheckout Checkout, Stream Contents) Read(Stream archive)
    {
        byte[] start = new byte[s_line.Length + SHA256.HashSizeInBytes];
        if (archive.ReadAtLeast(start, start.Length, throwOnEndOfStream: false) < start.Length || !start.AsSpan().StartsWith(s_line))
        {
            throw new InvalidDataException("the file was not written by `dotnet cow save`");
        }

        if (!SHA256.HashData(archive).AsSpan().SequenceEqual(start.AsSpan(s_line.Length)))
        {
            throw new InvalidDataException("the file was changed or is incomplete");
        }

        archive.Position = start.Length;
        var contents = new BrotliStream(archive, CompressionMode.Decompress);
        byte[] length = Read(contents, sizeof(int));
        int manifest = BinaryPrimitives.ReadInt32LittleEndian(length);
        return manifest is > 0 and <= LongestManifest ? (SavedCheckout.Read(Read(contents, manifest)), contents)
            : throw new InvalidDataException("the file has no list of outputs");
    }

    /// <summary>Writes the outputs with their modes.</summary>
    /// <param name="timeOf">Gives the time of an output.</param>
    /// <param name="folder">An empty one, which only this user can enter.</param>
    internal static void Unpack(
        Stream contents, SavedCheckout checkout, Func<SavedFile, DateTime> timeOf, string folder, CancellationToken cancel)
    {
        foreach (IGrouping<string, SavedFile> same in checkout.Outputs.GroupBy(file => file.Sha256))
        {
            cancel.ThrowIfCancellationRequested();
            string first = Path.Join(folder, same.First().Path);
            Directory.CreateDirectory(Path.GetDirectoryName(first)!);
            using (FileStream made = File.Create(first))
            {
                if (same.Any(file => file.Length != same.First().Length) || !Copy(contents, made, same.First()))
                {
                    throw new InvalidDataException($"{same.First().Path} does not have the content that was saved");
                }
            }

            foreach (SavedFile file in same)
            {
                string path = Path.Join(folder, file.Path);
                if (path != first)
                {
                    Directory.CreateDirectory(Path.GetDirectoryName(path)!);
                    FileCloner.Shared.CloneOrCopy(first, path);
                }

                if (!OperatingSystem.IsWindows())
                {
                    File.SetUnixFileMode(path, (UnixFileMode)file.Mode | UnixFileMode.UserRead | UnixFileMode.UserWrite);
                }

                File.SetLastWriteTimeUtc(path, timeOf(file));
            }
        }
    }

    /// <summary>Copies a file's length of bytes. False if they are not its content, or fewer.</summary>
    private static bool Copy(Stream from, Stream to, SavedFile file)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        byte[] buffer = new byte[ContentBuffers.Length];
        for (long left = file.Length; left > 0;)
        {
            int read = from.Read(buffer, 0, (int)Math.Min(left, buffer.Length));
            if (read == 0)
            {
                return false;
            }

            hash.AppendData(buffer, 0, read);
            to.Write(buffer, 0, read);
            left -= read;
        }

        return Convert.ToHexString(hash.GetHashAndReset()) == file.Sha256;
    }

    private static byte[] Read(Stream from, int length)
    {
        byte[] read = new byte[length];
        return from.ReadAtLeast(read, length, throwOnEndOfStream: false) == length ? read
            : throw new InvalidDataException("the file is incomplete");
    }
}
