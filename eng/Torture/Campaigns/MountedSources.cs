namespace CopyOnWrite.Torture.Campaigns;

/// <summary>The sources under another path, by a program that mounts them by FUSE; they are unmounted with this.</summary>
internal sealed class MountedSources : IDisposable
{
    // Where Debian and Fedora have it (openssh-sftp-server). It speaks on its standard input and output, so no server has to listen.
    private static readonly string[] s_sftpServers = ["/usr/lib/openssh/sftp-server", "/usr/libexec/openssh/sftp-server"];

    private MountedSources(string folder) => Folder = folder;

    internal string Folder { get; }

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
        try
        {
            if (program == "sshfs")
            {
                // sshfs runs it for ssh, with the words that ssh gets.
                string ssh = $"{folder}.ssh";
                File.WriteAllText(ssh, $"#!/bin/sh\nexec {server}\n");
                File.SetUnixFileMode(ssh, UnixFileMode.UserRead | UnixFileMode.UserExecute);
                Programs.Run("sshfs", "-o", $"ssh_command={ssh}", $"localhost:{sources}", folder);
            }
            else
            {
                Programs.Run(program, sources, folder);
            }
        }
        catch (InvalidOperationException e)
        {
            ground.Log.WriteLine($"  Not run: {e.Message}");
            return null;
        }

        return new MountedSources(folder);
    }

    public void Dispose()
    {
        Programs.Run("umount", Folder);
        Directory.Delete(Folder);
    }
}
