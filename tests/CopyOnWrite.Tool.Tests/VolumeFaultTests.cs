using CopyOnWrite.Tool.Tests.Infrastructure;

namespace CopyOnWrite.Tool.Tests;

/// <summary>What fails, is missing or is stopped leaves nothing: no file, mount or loop device.</summary>
[TestClass]
public sealed class VolumeFaultTests : TestsOfVolumes
{
    [TestMethod]
    [DataRow("mkfs.xfs", "echo no space >&2; exit 1", "COW1048", "failed with 1: no space.")]
    [DataRow("mkfs.xfs", "exit 0", "COW1048", "`mount ")]
    [DataRow("mkfs.xfs", "\"$real\" \"$@\"; exit 3", "COW1048", "failed with 3")]
    [DataRow("mkfs.xfs", "\"$real\" -q -m \"reflink=0,${3#*,}\" \"$4\"", "COW1048", "does not clone")]
    [DataRow("mkdir", "echo read-only >&2; exit 1", "COW1048", "read-only")]
    [DataRow("mount", "echo mount: failed to setup loop device for a >&2; exit 32", "COW1043", "Load the kernel's module")]
    [DataRow("mkdir", "echo mkdir: a: Permission denied >&2; exit 1", "COW1048", "Run this with sudo")]
    [DataRow("mount", "exit 0", "COW1048", "is not mounted")]
    [DataRow("mount", "\"$real\" \"$@\"; exit 5", "COW1048", "failed with 5")]
    [DataRow("mount", "exit 130", "COW1049", "Stopped before the end.")]    // By a terminal's Ctrl+C.
    [DataRow("chown", "exit 1", "COW1048", "`chown")]
    public async Task AfterAProgramThatFailsNothingIsLeft(string program, string script, string code, string message)
    {
        Place.Fake(program, script);
        await Place.RefusesAsync(code, message, () => Place.CreateAsync());
    }

    [TestMethod]
    [DataRow("mkfs.xfs")]
    [DataRow("mkdir")]
    [DataRow("mount")]
    [DataRow("chown")]
    public async Task StoppedWhileAProgramRunsNothingIsLeft(string program)
    {
        using var stop = new CancellationTokenSource();
        string go = Waits(program, out string reached);
        var stopping = Task.Run(async () =>
        {
            await WaitedFor(() => File.Exists(reached));
            await stop.CancelAsync();
            File.WriteAllText(go, string.Empty);
        });
        await Place.RefusesAsync(
            "COW1049", "Stopped before the end. What had been done was undone.", () => Place.CreateAsync(cancel: stop.Token));
        await stopping;
    }

    [TestMethod]
    [DataRow("INT")]
    [DataRow("TERM")]
    public async Task ASignalEndsItWithASentenceAndNothingIsLeft(string signal)
    {
        string go = Waits("mount", out string reached);
        using System.Diagnostics.Process tool = DotNet.Start(
            Place.PathOf("."),
            [Path.Combine(AppContext.BaseDirectory, "dotnet-cow.dll"), "volume", "create", Place.Folder, "--size", "512MiB", "--json"],
            ["env", $"--default-signal={signal}", $"PATH={Place.Path}"]);
        await WaitedFor(() => File.Exists(reached) || tool.HasExited);
        Command.OutputOf("kill", $"-{signal}", $"{tool.Id}");
        File.WriteAllText(go, string.Empty);
        string output = await tool.StandardOutput.ReadToEndAsync();
        await tool.WaitForExitAsync();
        Assert.AreEqual(2, tool.ExitCode, output);
        using JsonDocument answer = JsonDocument.Parse(output);
        Assert.AreEqual("COW1049", answer.RootElement.GetProperty("code").GetString(), output);
        NamedPage.AssertHas(answer.RootElement.GetProperty("page").GetString()!, "COW1049");
        Assert.AreEqual(string.Empty, Place.Left());
    }

    [TestMethod]
    public async Task WhatCannotBeUndoneIsNamed()
    {
        Place.Fake("chown", "exit 1");
        Place.Fake("umount", "echo umount: busy >&2; exit 32");
        BadInputException refused = await Assert.ThrowsExactlyAsync<BadInputException>(() => Place.CreateAsync());
        Assert.AreEqual("COW1053", refused.Code);
        Assert.Contains($"Not everything could be undone: {Place.Folder} is in use", refused.Message);
        Assert.Contains("umount: busy", refused.Message);
    }

    [TestMethod]
    public async Task AProgramThatIsNotInstalledIsNamedWithThePackages()
    {
        OnlyWith("sh", "truncate", "rm");
        await Place.RefusesAsync("COW1042", "mkfs.xfs: not found. Install the package that has it: xfsprogs", () => Place.CreateAsync());
    }

    [TestMethod]
    [DataRow(false, "sudo: not found")]
    [DataRow(true, "a password is required")]
    public async Task WithoutRootAndASudoThatLetsTheUserInItIsRefused(bool hasSudo, string message)
    {
        (Place.IsRoot, Place.Caller) = (false, null);
        string only = OnlyWith("truncate");
        if (hasSudo)
        {
            Place.Fake("sudo", "echo sudo: a password is required >&2; exit 1");
            Place.Path = $"{Path.GetFullPath(Place.PathOf("../fakes"))}:{only}";
        }

        await Place.RefusesAsync("COW1041", $"{message}. Run `sudo -v` first", () => Place.CreateAsync());
        Assert.Contains($"sudo mkdir {Place.Folder}", (await Place.CreateAsync(dry: true)).Commands);
        Assert.AreEqual(string.Empty, Place.Left());
    }

    [TestMethod]
    public async Task AFileThatAppearsInBetweenIsNotTouched()
    {
        // After the checks, before the image is made.
        (Place.IsRoot, Place.Caller) = (false, null);
        Place.Fake("sudo", $"echo mine > {Place.Image}");
        await Assert.ThrowsExactlyAsync<BadInputException>(() => Place.CreateAsync());
        Assert.AreEqual("mine\n", File.ReadAllText(Place.Image));
        Assert.AreEqual("file " + Place.Image, Place.Left());
    }

    /// <summary>A PATH with these programs and no others.</summary>
    private string OnlyWith(params string[] names)
    {
        string folder = Directory.CreateDirectory(Place.PathOf("../only")).FullName;
        foreach (string name in names)
        {
            File.CreateSymbolicLink(Path.Combine(folder, name), Place.RealOf(name));
        }

        Place.Path = folder;
        return folder;
    }

    /// <summary>The program waits for the file that this returns.</summary>
    private string Waits(string program, out string reached)
    {
        string go = Place.PathOf("../go");
        reached = Place.PathOf("../reached");
        Place.Fake(program, $"touch '{reached}'; while [ ! -e '{go}' ]; do sleep 0.05; done; exec \"$real\" \"$@\"");
        return go;
    }

    private static async Task WaitedFor(Func<bool> until)
    {
        DateTime last = DateTime.UtcNow.AddMinutes(2);    // For hangs only.
        while (!until() && DateTime.UtcNow < last)
        {
            await Task.Delay(20);
        }

        Assert.IsTrue(until());
    }
}
