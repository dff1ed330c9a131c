using System;
using System.IO;
using System.Linq;
using CopyOnWrite.Testing;
using CopyOnWrite.Torture.Campaigns;
using CopyOnWrite.Torture.Scenes;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Torture.Tests;

/// <summary>Whoever may write to the project's folder may rename the cache's folder, and put a link of its name there, at any moment of a build.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class ExchangedCacheFolderTests
{
    // The copy makes the folder, its tag, its .gitignore, a claim, an entry, a record, and notes that it was pruned.
    private const int FewestMoments = 10;

    [TestMethod]
    public void ACacheFolderThatIsExchangedForALinkDuringTheBuildLeadsToNothingMadeBehindTheLink()
    {
        Tools.Require("strace");
        Tools.SkipUnless(Environment.IsPrivilegedProcess, "Only root can be two users.");
        using VolumeUnderTest plain = VolumeUnderTest.Require("plain");
        using VolumeUnderTest btrfs = VolumeUnderTest.Require("btrfs");
        Scene[] scenes = [.. Scene.All.Where(scene => scene is { IsStaging: false, WarmCache: false, Name: "a new file" } && scene.Places.Name == "ext4 to btrfs")];
        using var log = new StringWriter();
        using var ground = new Ground(new Effort(null, 1, DateTime.MaxValue), log);

        Result result = new Users((name, attack, during) => during && name == World.Cache && attack.Name == "a link to a folder").RunScenes(ground, scenes);

        Counts ours = result.Rows.Single().Ours;
        Assert.IsEmpty(result.Findings, log.ToString());
        Assert.IsGreaterThanOrEqualTo(FewestMoments, ours.Points - ours.Missed, log.ToString());
    }
}
