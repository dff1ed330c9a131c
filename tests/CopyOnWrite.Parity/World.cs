using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Parity;

/// <summary>The folder that a scenario plays in: made new for each run, at one place, so that messages are the same.</summary>
internal sealed partial class World : IDisposable
{
    private static readonly DateTime s_epoch = new(2020, 2, 29, 12, 0, 0, DateTimeKind.Utc);

    private readonly List<FileStream> _locks = [];
    private readonly HashSet<string> _pipes;

    internal World(string root, Scenario scenario)
    {
        Root = root;
        _pipes = [.. scenario.Before.Where(n => n.Kind == NodeKind.Pipe).Select(n => n.Path)];
        Delete();
        Directory.CreateDirectory(root);
        foreach (Node node in scenario.Before)
        {
            Make(node);
        }

        // Modes last, so that a folder without write permission can be filled first.
        foreach (Node node in scenario.Before.Where(n => n.Kind is NodeKind.File or NodeKind.Folder))
        {
            File.SetUnixFileMode(PathOf(node.Path), (UnixFileMode)Convert.ToInt32(node.Mode.ToString(CultureInfo.InvariantCulture), 8));
        }

        foreach (string locked in scenario.Locked)
        {
            _locks.Add(new FileStream(PathOf(locked), FileMode.Open, FileAccess.ReadWrite, FileShare.None));
        }
    }

    internal string Root { get; }

    internal static DateTime TimeOf(int age) => s_epoch.AddSeconds(age).AddTicks(1234567);

    /// <summary>A line for each thing that is there: kind, mode, length, content, time, and which names are one file.</summary>
    internal IReadOnlyList<string> Describe(DateTime begun)
    {
        ReleaseLocks();
        var lines = new List<string>();
        Describe(new DirectoryInfo(Root), begun, new Dictionary<string, string>(), lines);
        return lines;
    }

    private void Describe(DirectoryInfo folder, DateTime begun, Dictionary<string, string> names, List<string> lines)
    {
        foreach (FileSystemInfo info in folder.EnumerateFileSystemInfos().OrderBy(i => i.Name, StringComparer.Ordinal))
        {
            string path = Path.GetRelativePath(Root, info.FullName);
            FileStatus status = FileStatus.Of(info.FullName);
            string mode = Convert.ToString(status.Mode, 8);
            if (info.LinkTarget is not null)
            {
                lines.Add($"{path}: link to {info.LinkTarget}");
            }
            else if (info is DirectoryInfo inner)
            {
                lines.Add($"{path}: folder, mode {mode}");
                File.SetUnixFileMode(info.FullName, info.UnixFileMode | UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
                Describe(inner, begun, names, lines);
            }
            else if (!_pipes.Contains(path))
            {
                // What was written during the run has the time of the run, whatever that was.
                DateTime modified = DateTime.UnixEpoch.AddTicks(status.Modified / 100);
                string time = modified >= begun.AddSeconds(-2) ? "now" : modified.ToString("o", CultureInfo.InvariantCulture);
                string same = names.TryAdd(status.Identity, path) ? string.Empty : $", same file as {names[status.Identity]}";
                lines.Add($"{path}: file, mode {mode}, {status.Length} bytes, {Hash(info)}, {time}{same}");
            }
        }
    }

    private static string Hash(FileSystemInfo info)
    {
        // The mode is noted by now; a file that its owner may not read has content all the same.
        File.SetUnixFileMode(info.FullName, info.UnixFileMode | UnixFileMode.UserRead);
        return Convert.ToHexString(SHA256.HashData(File.ReadAllBytes(info.FullName)))[..8];
    }

    public void Dispose()
    {
        ReleaseLocks();
        Delete();
    }

    private string PathOf(string relative) => Path.Combine(Root, relative);

    private void Make(Node node)
    {
        string path = PathOf(node.Path);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        switch (node.Kind)
        {
            case NodeKind.File:
                byte[] seed = SHA256.HashData(System.Text.Encoding.UTF8.GetBytes(node.Path));
                var content = new byte[node.Length];
                new Random(BitConverter.ToInt32(seed)).NextBytes(content);
                File.WriteAllBytes(path, content);
                File.SetLastWriteTimeUtc(path, TimeOf(node.Age));
                break;
            case NodeKind.Folder:
                Directory.CreateDirectory(path);
                break;
            case NodeKind.SymbolicLink:
                File.CreateSymbolicLink(path, node.Target!);
                break;
            case NodeKind.HardLink:
                Check(link(PathOf(node.Target!), path), path);
                break;
            case NodeKind.Pipe:
                Check(mkfifo(path, 0x1B6), path);
                break;
        }
    }

    private void ReleaseLocks()
    {
        foreach (FileStream stream in _locks)
        {
            stream.Dispose();
        }

        _locks.Clear();
    }

    private void Delete()
    {
        if (!Directory.Exists(Root))
        {
            return;
        }

        foreach (string folder in Directory.EnumerateDirectories(Root, "*", new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = FileAttributes.ReparsePoint, IgnoreInaccessible = true }))
        {
            File.SetUnixFileMode(folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        }

        Directory.Delete(Root, recursive: true);
    }

    private static void Check(int result, string path)
    {
        if (result != 0)
        {
            throw new IOException($"{path}: errno {Marshal.GetLastPInvokeError()}");
        }
    }

    [LibraryImport("libc", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int mkfifo(string path, uint mode);

    [LibraryImport("libc", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int link(string existing, string path);
}
