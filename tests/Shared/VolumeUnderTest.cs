namespace CopyOnWrite.Testing;

/// <summary>
/// A folder of a test's own on one of the volumes that <c>eng/volumes.sh</c> makes. The volume must be what its name claims. Without it
/// the test is skipped, with the reason; where <c>CI=true</c> on Linux it fails, so that a missing volume never passes for a tested one.
/// </summary>
public sealed class VolumeUnderTest : IDisposable
{
    private static readonly TimeSpan s_longestTurn = TimeSpan.FromMinutes(10);

    private readonly IDisposable? _turn;

    private VolumeUnderTest(TestVolume volume, string folder, IDisposable? turn = null)
    {
        Volume = volume;
        Folder = folder;
        _turn = turn;
    }

    public TestVolume Volume { get; }

    public string Folder { get; }

    public static VolumeUnderTest Require(string name)
    {
        TestVolume volume = TestVolumes.All.Single(v => v.Name == name);
        if (OperatingSystem.IsLinux() && name is "ReFS" or "Dev Drive" or "apfs")
        {
            Assert.Inconclusive($"{name} is only supported on another system.");
        }

        Tools.SkipUnless(
            volume.Path is not null,
            $"{volume.EnvironmentVariable} is not set: run `export $(eng/volumes.sh env)` after `eng/volumes.sh up`.");
        Assert.IsNull(volume.Verify(), volume.Verify());

        string folder = System.IO.Path.Combine(volume.Path!, "tests", Guid.NewGuid().ToString("N")[..12]);
        Directory.CreateDirectory(folder);

        // Tests fill these up and count what is free: one at a time, of all test projects.
        return new VolumeUnderTest(volume, folder, name is "full" or "small" ? Turn(volume.Path!) : null);
    }

    /// <summary>A folder of the test's own where temporary files are, on no volume in particular.</summary>
    public static VolumeUnderTest InTemporaryFolder()
    {
        string folder = Directory.CreateTempSubdirectory("cow-tests").FullName;
        return new VolumeUnderTest(new TestVolume("temporary", string.Empty, folder, Clones: false), folder);
    }

    public string PathOf(string relative) => System.IO.Path.Combine(Folder, relative);

    /// <summary>What a script prints that succeeds, in the folder.</summary>
    public string Bash(string script)
    {
        (int exitCode, string output) = Command.Run("bash", ["-euc", script], folder: Folder);
        Assert.AreEqual(0, exitCode, output);
        return output;
    }

    public void Dispose()
    {
        if (OperatingSystem.IsWindows())
        {
            // What is read-only is not deleted there.
            foreach (string file in Directory.EnumerateFiles(Folder, "*", SearchOption.AllDirectories))
            {
                File.SetAttributes(file, FileAttributes.Normal);
            }
        }

        try
        {
            Directory.Delete(Folder, recursive: true);
        }
        finally
        {
            _turn?.Dispose();
        }
    }

    /// <summary>Waits until no other test has the volume; until disposed, none gets it. It ends with the process that has it.</summary>
    private static FileStream Turn(string volume)
    {
        DateTime last = DateTime.UtcNow + s_longestTurn;
        for (; ; )
        {
            try
            {
                return new FileStream(System.IO.Path.Combine(volume, "turn"), FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
            }
            catch (IOException) when (DateTime.UtcNow < last)
            {
                Thread.Sleep(20);
            }
        }
    }
}
