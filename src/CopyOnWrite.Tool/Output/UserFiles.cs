using System.Security.Cryptography;

namespace CopyOnWrite.Tool.Output;

/// <summary>Opens a file, such as one that the user named, to read.</summary>
internal static class InputFile
{
    /// <param name="advice">What to name instead.</param>
    /// <exception cref="CommandFailedException">It is missing or not a regular file: opening a pipe would wait for a writer.</exception>
    internal static void Require(string path, string advice)
    {
        string? wrong = Directory.Exists(path) ? "is a folder"
            : !File.Exists(path) ? "does not exist"
            : FileCloner.Shared.Platform.TryStat(path, out FileStat seen) && seen.Kind == EntryKind.Other ? "is a pipe or a device"
            : null;
        CommandFailedException.ThrowIf(wrong is not null, $"{path} {wrong}. {advice}");
    }

    /// <summary>Without a lock: a build or a server may hold it, write it or delete it.</summary>
    internal static FileStream Open(string path) =>
        new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, bufferSize: 0);

    /// <summary>The SHA-256 of its content, in hexadecimal digits.</summary>
    internal static string HashOf(string path)
    {
        using FileStream content = Open(path);
        return Convert.ToHexString(SHA256.HashData(content));
    }
}

internal static class OutputFile
{
    internal static void Write(string path, string text)
    {
        try
        {
            Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(path))!);
            File.WriteAllText(path, text);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new CommandFailedException($"{path} cannot be written: {e.Message.TrimEnd('.')}. Name another file.");
        }
    }
}
