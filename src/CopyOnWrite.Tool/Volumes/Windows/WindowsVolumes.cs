using System;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Measurement;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Volumes;

/// <summary>
/// A Dev Drive in a VHDX, by PowerShell scripts: --dry-run prints them. They follow Microsoft's pages on Format-Volume, Mount-DiskImage,
/// `diskpart create vdisk` and `expand vdisk`, and `fsutil devdrv`. Not run on Windows.
/// </summary>
internal static class WindowsVolumes
{
    internal const string FileSystem = "dev-drive";

    private const long Megabyte = 1 << 20;    // That of diskpart.

    private static readonly Programs s_programs = Programs.OfUser();

    internal static bool IsMounted(string folder) => Directory.Exists(folder) && Path.GetDirectoryName(folder) is { } above
        && VolumeIdentity.Of(folder) != VolumeIdentity.Of(above);

    internal static async Task<VolumeAnswer> CreateAsync(CreateOptions options, bool dry, CancellationToken cancel)
    {
        if (options.Keeps)
        {
            throw new BadInputException("--fstab is for Linux. On Windows, Mount-DiskImage attaches the image again after a restart.");
        }

        bool createsFolder = !Directory.Exists(options.Folder);
        string script = Script("Create", options.Folder, options.Image, ("Megabytes", Number(options.Size)));
        if (!dry)
        {
            string output = await RunAsync(script, cancel);
            string volume = Regex.Match(output, @"volume=(\\\\\?\\Volume\{[^}]+\}\\)") is { Success: true } match
                ? match.Groups[1].Value
                : throw new BadInputException($"The script ended without the volume's name: {output.Trim()}", "COW1048");
            new VolumeRecord(
                VolumeRecord.CurrentSchema, ToolVersion.Current, options.Folder, FileSystem, volume, options.Size, DateTimeOffset.UtcNow,
                createsFolder).Write(options.Image, overwrite: false);
        }

        return new VolumeAnswer(
            $"{options.Folder} {(dry ? "would be" : "is")} a Dev Drive, {Words.Bytes(options.Size)} at most, in {options.Image}, which "
                + "grows with what is written.",
            options.Folder,
            options.Image,
            [$"After a restart, elevated: Mount-DiskImage -ImagePath {ShellText.Argument(options.Image)}"],
            Lines(script),
            dry);
    }

    internal static async Task<VolumeAnswer> GrowAsync(string path, long size, bool dry, CancellationToken cancel)
    {
        KnownVolume volume = KnownVolume.Find(path);
        if (size <= volume.Record.Size)
        {
            throw new BadInputException(
                $"{volume.Record.Folder} has {Words.Bytes(volume.Record.Size)} already; it can only grow.", "COW1046");
        }

        string script = Script(
            "Grow", volume.Record.Folder, volume.Image, ("Volume", Quote(volume.Record.Uuid)), ("Megabytes", Number(size)));
        if (!dry)
        {
            await RunAsync(script, cancel);
            (volume.Record with { Size = size }).Write(volume.Image, overwrite: true);
        }

        return new VolumeAnswer(
            $"{volume.Record.Folder} {(dry ? "would have" : "has")} {Words.Bytes(size)}, before {Words.Bytes(volume.Record.Size)}.",
            volume.Record.Folder, volume.Image, [], Lines(script), dry);
    }

    internal static async Task<VolumeAnswer> RemoveAsync(string path, bool force, bool dry, CancellationToken cancel)
    {
        KnownVolume volume = KnownVolume.Find(path);
        await RemoveVolume.CheckAsync(volume, force, s_programs, [], cancel);
        string script = Script(
            "Remove", volume.Record.Folder, volume.Image,
            ("Volume", Quote(volume.Record.Uuid)), ("DeleteFolder", volume.Record.CreatedFolder ? "$true" : "$false"));
        long bytes = new FileInfo(volume.Image).Length;
        if (!dry)
        {
            await RunAsync(script, cancel);
            File.Delete(VolumeRecord.PathOf(volume.Image));
        }

        return new VolumeAnswer(
            $"{volume.Record.Folder} {(dry ? "would be" : "is")} removed with {volume.Image}: {Words.Bytes(bytes)} freed.",
            volume.Record.Folder, volume.Image, [], Lines(script), dry);
    }

    /// <summary>It runs as it is printed.</summary>
    internal static string Script(string verb, string folder, string image, params (string Name, string Value)[] values)
    {
        (string Name, string Value)[] all = [("Folder", Quote(folder)), ("Image", Quote(image)), .. values];
        return $"{string.Join('\n', all.Select(each => $"${each.Name} = {each.Value}"))}\n{Resource("Common")}\n{Resource(verb)}";
    }

    private static async Task<string> RunAsync(string script, CancellationToken cancel)
    {
        if (!Environment.IsPrivilegedProcess)
        {
            throw new BadInputException(
                "Attaching and formatting a disk needs an elevated shell: start one with \"Run as administrator\", then run this again.",
                "COW1041");
        }

        string file = Path.Combine(Path.GetTempPath(), TemporaryFiles.NewName() + ".ps1");
        try
        {
            // With a byte order mark: Windows PowerShell takes a file without one for one in the system's code page.
            await File.WriteAllTextAsync(file, script, new System.Text.UTF8Encoding(encoderShouldEmitUTF8Identifier: true), cancel);
            return await s_programs.RunAsync(["powershell", "-NoProfile", "-ExecutionPolicy", "Bypass", "-File", file], cancel);
        }
        finally
        {
            TemporaryFiles.Delete(file);
        }
    }

    private static string Resource(string name)
    {
        using var reader = new StreamReader(
            typeof(WindowsVolumes).Assembly.GetManifestResourceStream($"CopyOnWrite.Tool.Volumes.Windows.{name}.ps1")!);
        return reader.ReadToEnd();
    }

    private static string Number(long size) => (size / Megabyte).ToString(CultureInfo.InvariantCulture);

    private static string Quote(string text) => "'" + text.Replace("'", "''", StringComparison.Ordinal) + "'";

    private static string[] Lines(string script) => script.TrimEnd().Split('\n');
}
