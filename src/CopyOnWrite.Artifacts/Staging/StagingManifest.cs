using System;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Text;
using CopyOnWrite.Tasks;
using Microsoft.Win32.SafeHandles;

namespace CopyOnWrite.Artifacts;

/// <summary>
/// The list of what a call has staged, with hashes, for later steps. The same files give the same bytes: sorted, and without
/// the time.
/// </summary>
internal static class StagingManifest
{
    private const int BufferSize = 128 * 1024;

    internal static void Write(string path, StagedFiles staged, FileCloner cloner, StagingLog log)
    {
        if (log.HasErrors)
        {
            log.Normal($"CopyOnWrite: the manifest '{path}' was not written because not everything was staged.");
            return;
        }

        string[] files = staged.All.Keys.OrderBy(file => file, StringComparer.Ordinal).ToArray();
        var lines = new string[files.Length];
        try
        {
            Workers.Run(
                new CloneCall(cloner), files.Length, slow: true, (i, _) => lines[i] = LineOf(cloner, files[i], staged.All[files[i]]));
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            string text = $"{{\"format\":1,\"files\":[\n{string.Join(",\n", lines)}\n]}}\n";
            TemporaryFiles.Publish(path, replaces: File.Exists(path), made => File.WriteAllText(made, text));
        }
        catch (Exception e) when (SystemFiles.IsOfSystem(e))
        {
            log.Error("COW1031", $"The manifest '{path}' cannot be written: {e.Message}");
        }
    }

    private static string LineOf(FileCloner cloner, string file, string source)
    {
        // .NET would wait for a writer if another user has put a pipe there (fifo(7)); its own open has the words for an error.
        nint opened = 0;
        using FileStream content = cloner.CacheSystem?.OpenSource(file, letsOthersWrite: false, out opened, out _) == 0
            ? new FileStream(new SafeFileHandle(opened, ownsHandle: true), FileAccess.Read, BufferSize)
            : new FileStream(file, FileMode.Open, FileAccess.Read, FileShare.Read, BufferSize, FileOptions.SequentialScan);
        if (!content.CanSeek)
        {
            throw new IOException($"'{file}' is not a regular file.");
        }

        using var sha256 = SHA256.Create();
        var hash = new StringBuilder();
        foreach (byte part in sha256.ComputeHash(content))
        {
            hash.Append(part.ToString("x2", System.Globalization.CultureInfo.InvariantCulture));
        }

        var json = new StringBuilder("{\"file\":");
        Json.Text(json, file);
        Json.Property(json, "from", source);
        Json.Property(json, "bytes", content.Length);
        Json.Property(json, "sha256", hash.ToString());
        return json.Append('}').ToString();
    }
}
