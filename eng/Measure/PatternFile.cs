namespace CopyOnWrite.Measure;

/// <summary>A file whose number says its content: no byte is zero, and no block is like another file's.</summary>
internal static class PatternFile
{
    internal static void Write(string path, int number, int length, bool flush = true)
    {
        byte[] content = new byte[length];
        FilePattern.Fill(content, number);
        using var file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.Read);
        file.Write(content);
        file.Flush(flush);
    }

    /// <summary>Null when it is right.</summary>
    internal static string? WhatIsWrong(string path, int number, int length)
    {
        byte[] content = Read(path);
        string name = Path.GetFileName(path);
        return content.Length != length ? $"{name} has {content.Length} bytes, not {length}"
            : FilePattern.Check(content, number) is { } part ? $"{name} is wrong from byte {part.Offset} on, {part.Length} bytes in a row"
            : null;
    }

    internal static byte[] Read(string path)
    {
        using var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        byte[] content = new byte[file.Length];
        return content.AsSpan(0, file.ReadAtLeast(content, content.Length, throwOnEndOfStream: false)).ToArray();
    }
}
