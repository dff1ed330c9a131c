using System;
using System.ComponentModel;
using System.IO;
using CopyOnWrite.Linux;

namespace CopyOnWrite;

/// <summary>
/// A small file of our own, whole at once: made under a temporary name beside its final one and renamed. Whatever else has the temporary
/// name is not opened: who may write in the folder could have put a link or a pipe there.
/// </summary>
internal static class WholeFile
{
    /// <summary>In the place of a file or link of that name, if there is one.</summary>
    /// <exception cref="IOException">It cannot be written; what was there is as it was.</exception>
    /// <exception cref="UnauthorizedAccessException">The same.</exception>
    internal static void Write(FileCloner strategy, string path, byte[] content) => Make(strategy, path, content, null);

    /// <summary>An empty file of that time.</summary>
    /// <exception cref="IOException">It cannot be written, or the name is taken.</exception>
    /// <exception cref="UnauthorizedAccessException">It cannot be written.</exception>
    internal static void PlaceEmpty(FileCloner strategy, string path, DateTime modified) =>
        Make(strategy, path, Array.Empty<byte>(), modified);

    /// <param name="modified">With one, nothing is replaced.</param>
    private static void Make(FileCloner strategy, string path, byte[] content, DateTime? modified)
    {
        if (strategy is not LinuxCloner)
        {
            MakeBySystem(path, content, modified);
        }
        else if (LinuxWholeFile.Make(path, content, modified) is var error and not 0)
        {
            // As .NET's own, of which the HResult is the errno.
            string message = $"{new Win32Exception(error).Message} : '{path}'";
            throw Errno.OfFile(error) == Reason.AccessDenied ? new UnauthorizedAccessException(message) : new IOException(message, error);
        }
    }

    private static void MakeBySystem(string path, byte[] content, DateTime? modified)
    {
        // A name that cannot be guessed: on Windows CREATE_NEW makes the target of a link that leads nowhere (page "Symbolic link effects
        // on file systems functions"), and .NET does not pass the flag against it.
        string made = Path.Combine(Path.GetDirectoryName(path)!, TemporaryFiles.NewName());
        bool isOurs = false;
        try
        {
            using (var file = new FileStream(made, System.IO.FileMode.CreateNew, FileAccess.Write, FileShare.None))
            {
                isOurs = true;
                file.Write(content, 0, content.Length);
            }

            if (modified is { } time)
            {
                File.SetLastWriteTimeUtc(made, time);
            }

            if (modified is null && File.Exists(path))
            {
                File.Replace(made, path, null);
            }
            else
            {
                File.Move(made, path);
            }
        }
        catch (Exception) when (isOurs)
        {
            File.Delete(made);
            throw;
        }
    }
}
