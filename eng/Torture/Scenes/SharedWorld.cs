using System.Security.Cryptography;

namespace CopyOnWrite.Torture.Scenes;

/// <summary>
/// A world in a folder that two users can write to, by their group, and a folder of the user who builds that the other cannot reach.
/// </summary>
internal sealed class SharedWorld(World world, Ground ground)
{
    // IDs without an account here. setpriv(1) gives a process these IDs.
    private const string Victim = "61001";
    private const string Attacker = "61002";
    private const string Group = "61003";
    private const string Secret = "what only the victim may write";

    private readonly string _outside = world.Folder + "-outside";

    internal World World => world;

    /// <summary>Gives the names of the calls that are in the folder, relative to it.</summary>
    internal string[] NamesOf(params IEnumerable<TracedCall> calls) =>
    [
        .. calls.SelectMany(call => call.Names).Select(Path.GetFullPath)
            .Where(path => path.StartsWith(world.Folder + "/", StringComparison.Ordinal))
            .Select(path => Path.GetRelativePath(world.Folder, path)).Distinct(),
    ];

    internal void Prepare(Scene scene)
    {
        scene.Prepare(world, ground);
        if (Directory.Exists(_outside))
        {
            Directory.Delete(_outside, recursive: true);
        }

        Directory.CreateDirectory(_outside);
        File.WriteAllText(SecretFile, Secret);
        Programs.Run("chown", "-R", $"{Victim}:{Group}", _outside, world.Folder);
        Programs.Run("chmod", "-R", "g+rwX", world.Folder);
        Programs.Run("find", world.Folder, "-type", "d", "-exec", "chmod", "g+s", "{}", "+");
        Programs.Run("chmod", "755", _outside, ground.Scratch);
    }

    /// <param name="stopped">Called when the build has been stopped at the call of <see cref="Tracing.StopAt"/>; then it goes on.</param>
    internal HostRun Build(Job job, Tracing? tracing, Action? stopped = null) =>
        HostRun.Of(job, ground.Scratch, tracing, under: As(Victim), stopped: stopped);

    internal void Attack(string relative, Attack attack) =>
        Programs.TryRun([.. As(Attacker), "sh", "-c", attack.Script, "sh", world.PathOf(relative), _outside]);

    /// <summary>The changes in the folder that neither user should touch.</summary>
    internal IEnumerable<string> Damage()
    {
        if (!File.Exists(SecretFile) || File.ReadAllText(SecretFile) != Secret)
        {
            yield return "a file outside was written";
        }

        foreach (string path in Directory.EnumerateFileSystemEntries(_outside).Where(path => path != SecretFile))
        {
            yield return $"{Path.GetFileName(path)} was made outside";
        }
    }

    /// <summary>Pipes are not opened.</summary>
    internal bool HasContent(string relative, string sha256)
    {
        string path = world.PathOf(relative);
        return new FileInfo(path).Exists
            && FileStatus.OfTarget(path).IsRegularFile
            && Convert.ToHexStringLower(SHA256.HashData(File.ReadAllBytes(path))) == sha256;
    }

    private string SecretFile => Path.Combine(_outside, "secret");

    private static string[] As(string user) =>
        ["setpriv", "--reuid", user, "--regid", Group, "--clear-groups", "sh", "-c", "umask 002; exec \"$@\"", "sh"];
}
