namespace CopyOnWrite.Torture.Campaigns;

/// <summary>The sources under another path, by a program that mounts them by FUSE; they are unmounted with this.</summary>
internal sealed class MountedSources(string folder) : IDisposable
{
    // Where Debian and Fedora have it (openssh-sftp-server). It speaks on its standard input and output, so no server has to listen.
    private static readonly string[] s_sftpServers = ["/usr/lib/openssh/sftp-server", "/usr/libexec/openssh/sftp-server"];

    internal string Folder => folder;

    /// <summary>Null, with a line in the log, where the program is missing or may not mount.</summary>
    internal static MountedSources? TryMount(string program, string sources, Ground ground)
    {
        string? server = Array.Find(s_sftpServers, File.Exists);
        if (!Shell.Finds(program) || (program == "sshfs" && server is null))
        {
            ground.Log.WriteLine($"  Not run: {program} is missing{(program == "sshfs" ? ", or openssh-sftp-server" : string.Empty)}.");
            return null;
        }

        string folder = Directory.CreateDirectory(Path.Combine(ground.Scratch, Path.GetRandomFileName())).FullName;
        string[] options = [];
        if (program == "sshfs")
        {
            // sshfs runs it for ssh, with the words that ssh gets.
            string ssh = $"{folder}.ssh";
            File.WriteAllText(ssh, $"#!/bin/sh\nexec {server}\n");
            File.SetUnixFileMode(ssh, UnixFileMode.UserRead | UnixFileMode.UserExecute);
            options = ["-o", $"ssh_command={ssh}"];
            sources = $"localhost:{sources}";
        }

        if (Programs.TryRun([program, .. options, sources, folder]) is { } errors)
        {
            ground.Log.WriteLine($"  Not run: {program}: {errors}");
            return null;
        }

        return new MountedSources(folder);
    }

    public void Dispose()
    {
        Programs.Run("umount", folder);
        Directory.Delete(folder);
    }
}
