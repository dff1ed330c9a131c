namespace CopyOnWrite.Tool.Tests;

/// <summary>Before the end: by Ctrl+C, a signal, or a terminal that closes.</summary>
public sealed partial class CloneTests
{
    private const int EnoughToStop = 1_000;

    /// <summary>The process gets the signal when a file of the clone gets its name.</summary>
    [TestMethod]
    [DataRow("INT")]
    [DataRow("TERM")]
    [DataRow("HUP")]
    public void StoppedByASignalItLeavesNothing(string signal)
    {
        using var volume = VolumeUnderTest.Require("xfs");
        Directory.CreateDirectory(volume.PathOf("donor/readonly"));
        for (int i = 0; i < EnoughToStop; i++)
        {
            File.WriteAllText(volume.PathOf($"donor/readonly/{i}"), "text");
        }

        File.SetUnixFileMode(volume.PathOf("donor/readonly"), UnixFileMode.UserRead | UnixFileMode.UserExecute);

        // A job in the background of a script ignores SIGINT, one under nohup SIGHUP, and so do its children.
        string[] stopping =
        [
            "env", $"--default-signal={signal}", "strace", "-f", "-qq", "-o", "/dev/null",
            "-e", "trace=utimensat", "-e", $"inject=utimensat:signal={signal}:when=2",
        ];

        Answer answer = Cow.Run(volume.Folder, ["clone", "donor", "new"], under: stopping);

        Assert.Contains("The command was stopped before it finished.", answer.Ended(2).Text);
        AssertOnly(volume, "donor", string.Empty);
    }

    /// <summary>Its shell sends SIGHUP to its jobs (bash(1)), and writing to it fails (EIO).</summary>
    [TestMethod]
    public void OnATerminalThatClosesItLeavesNothing()
    {
        using VolumeUnderTest volume = WithDonor("btrfs");
        _ = Tools.Require("script");
        string[] closing = ["bash", "-euc", """
            echo "$(printf '%q ' "$@")"' & trap "kill -HUP $!" HUP; wait; wait $!; echo $? >ended' >on-terminal
            env --default-signal=HUP script -qec 'bash on-terminal' /dev/null </dev/null >shown & terminal=$!
            until grep -q ' files' shown; do sleep 0.05; done
            kill -KILL $terminal
            until [ -s ended ]; do sleep 0.05; done
            """, "bash"];
        _ = Bash(volume, "cd donor; seq 20000 | xargs touch"); // Enough for some seconds.

        Answer answer = Cow.Run(volume.Folder, ["clone", "donor", "new"], under: closing).Ended(0);

        Assert.AreEqual("2\n", File.ReadAllText(volume.PathOf("ended")), answer.Text);
        AssertOnly(volume, "donor", string.Empty, "on-terminal", "shown", "ended");
    }
}
