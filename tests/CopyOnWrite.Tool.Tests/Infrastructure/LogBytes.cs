namespace CopyOnWrite.Tool.Tests.Infrastructure;

/// <summary>What a binary log has in it.</summary>
internal static class LogBytes
{
    internal static byte[] Unpack(string log)
    {
        using var packed = new GZipStream(File.OpenRead(log), CompressionMode.Decompress);
        using var content = new MemoryStream();
        packed.CopyTo(content);
        return content.ToArray();
    }

    internal static byte[] Pack(byte[] content)
    {
        using var packed = new MemoryStream();
        using (var zip = new GZipStream(packed, CompressionLevel.Fastest))
        {
            zip.Write(content);
        }

        return packed.ToArray();
    }
}
