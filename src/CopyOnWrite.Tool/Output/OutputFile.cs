using System;
using System.IO;

namespace CopyOnWrite.Tool.Output;

/// <summary>A file that the user asked for.</summary>
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
            throw new BadInputException($"{path} cannot be written: {e.Message.TrimEnd('.')}. Name another file.");
        }
    }
}
