using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using CopyOnWrite.Testing;
using CopyOnWrite.Tool.Doctor;
using CopyOnWrite.Tool.Fixes;
using CopyOnWrite.Tool.Output;
using CopyOnWrite.Tool.Tests.Infrastructure;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tool.Tests;

/// <summary>`doctor --fix` in this process: what it does, what it leaves to the user, and that a file is otherwise as it was.</summary>
[TestClass]
public sealed class DoctorFixTests
{
    private const string Ours = "CopyOnWrite.Sdk";

    [TestMethod]
    public void ItMendsTheVersionAndExaminesAgain()
    {
        using var repo = new ExaminedFolder();
        (string wrong, string there) = (ExaminedFolder.NewVersion(9), ExaminedFolder.NewVersion(3));
        repo.WritePackage(Ours, there, ExaminedFolder.Registration);
        repo.WriteProject("App.csproj");
        string props = repo.Write("Directory.Build.props", $"<Project>\r\n\t<Sdk Name=\"{Ours}\" Version=\"{wrong}\" />\r\n</Project>");

        FixResult dry = Run(repo, dryRun: true);
        Assert.AreEqual("loaded", dry.Done.Single().Check);
        CollectionAssert.AreEqual(
            (string[])[$"- <Sdk Name=\"{Ours}\" Version=\"{wrong}\" />", $"+ <Sdk Name=\"{Ours}\" Version=\"{there}\" />"],
            dry.Done[0].Difference.ToArray());
        Assert.Contains(wrong, File.ReadAllText(props), "A dry run changes nothing.");

        FixResult done = Run(repo, dryRun: false);
        Assert.AreEqual($"<Project>\r\n\t<Sdk Name=\"{Ours}\" Version=\"{there}\" />\r\n</Project>", File.ReadAllText(props));
        Assert.AreEqual(dry.Done[0].Step, done.Done[0].Step);
        Assert.AreEqual(
            $"{Ours}'s Copy task is used in App", done.Checks.Single(check => check.Id == "loaded").Title, "Of the examination after it.");
        Assert.IsEmpty(Directory.GetFiles(repo.Folder, "*.cow-new"));
    }

    [TestMethod]
    public void WhatAPersonChoseIsLeftWithTheReason()
    {
        using var repo = new ExaminedFolder();
        repo.WriteProject("App.csproj");
        string props = repo.Write(
            "Directory.Build.props",
            $"<Project>{ExaminedFolder.Registration}\n"
            + "<PropertyGroup><DisableCopyOnWrite>true</DisableCopyOnWrite></PropertyGroup>\n</Project>");
        string before = File.ReadAllText(props);
        FixResult result = Run(repo, dryRun: false);
        Assert.AreEqual(before, File.ReadAllText(props));
        LeftStep left = result.Left.Single(step => step.Check == "switch");
        Assert.Contains("remove `<DisableCopyOnWrite>true</DisableCopyOnWrite>`", left.Step);
        Assert.AreEqual(LeftReason.Chosen, left.Reason);
        Assert.Contains("Left to you, because a person chose this", Text(result, dryRun: false));
    }

    [TestMethod]
    public void ACheckWithAStepThatIsNotSafeIsLeftAsAWhole()
    {
        using var folder = VolumeUnderTest.InTemporaryFolder();
        string file = Write(folder, "a.props", "<Project>\n</Project>");
        CheckResult check = Check("loaded", Fix.Insert(file, 1, "<Project>", "<Sdk />"), new CommandStep("dotnet nuget add source /feed"));
        FixResult result = new DoctorFix(folder.Folder, () => [check], _ => null).Run(dryRun: false);
        Assert.IsEmpty(result.Done);
        Assert.AreEqual("<Project>\n</Project>", File.ReadAllText(file));
        CollectionAssert.AreEqual(
            (LeftReason[])[LeftReason.OtherStep, LeftReason.NeedsPerson], result.Left.Select(step => step.Reason).ToArray());
    }

    [TestMethod]
    public void StepsOfOneFileAreDoneFromItsEndAndThenItRestores()
    {
        using var folder = VolumeUnderTest.InTemporaryFolder();
        string file = Write(folder, "a.csproj", "<Project>\n  <A />\n  <B />\n</Project>\n");
        CheckResult check = Check(
            "peer",
            Fix.Remove(file, 2, "<A />"),
            Fix.Remove(file, 3, "<B />"),
            new RestoreStep([file]));
        var restored = new List<string>();
        var answers = new Queue<CheckResult[]>([[check], []]);
        FixResult result = new DoctorFix(
            folder.Folder,
            answers.Dequeue,
            targets =>
            {
                Assert.AreEqual("<Project>\n  \n  \n</Project>\n", File.ReadAllText(file), "It is restored as it is mended.");
                restored.AddRange(targets);
                return null;
            }).Run(false);
        CollectionAssert.AreEqual((string[])[file], restored);
        Assert.HasCount(3, result.Done);
        Assert.IsEmpty(result.Left);
    }

    [TestMethod]
    public void AStepThatDoesNotSufficeIsDoneOnce()
    {
        using var folder = VolumeUnderTest.InTemporaryFolder();
        FixResult result = new DoctorFix(
            folder.Folder, () => [Check("loaded", new RestoreStep([folder.PathOf("a.csproj")]))], _ => null).Run(dryRun: false);
        Assert.HasCount(1, result.Done);
        Assert.AreEqual(LeftReason.DidNotSuffice, result.Left.Single().Reason);
        Assert.Contains("Left to you, because it was done and did not suffice:", Text(result, dryRun: false));
    }

    [TestMethod]
    public void ARestoreThatFailsIsLeftWithItsError()
    {
        using var folder = VolumeUnderTest.InTemporaryFolder();
        CheckResult check = Check("projects", new RestoreStep([folder.PathOf("my app.csproj")])) with
        {
            Status = CheckStatus.Attention,
        };
        FixResult result = new DoctorFix(folder.Folder, () => [check], _ => "error NU1101: Unable to find package X.").Run(dryRun: false);
        Assert.IsEmpty(result.Done);
        Assert.AreEqual((LeftReason.Failed, "error NU1101: Unable to find package X"), (result.Left.Single().Reason, result.Left[0].Error));
        Assert.Contains("because it failed: error NU1101: Unable to find package X:", Text(result, dryRun: false));
    }

    [TestMethod]
    public void ARestoreThatFailsIsTriedOnce()
    {
        using var folder = VolumeUnderTest.InTemporaryFolder();
        int tried = 0;
        FixResult result = new DoctorFix(
            folder.Folder,
            () => [Check("loaded", new RestoreStep([folder.PathOf("a.csproj")]))],
            _ => $"error {++tried}").Run(dryRun: false);
        Assert.AreEqual((1, LeftReason.Failed), (tried, result.Left.Single().Reason));
    }

    [TestMethod]
    public void WithNothingWrongNothingIsDone()
    {
        using var folder = VolumeUnderTest.InTemporaryFolder();
        CheckResult fine = Check("loaded") with { Status = CheckStatus.Ok };
        FixResult result = new DoctorFix(folder.Folder, () => [fine], _ => null).Run(dryRun: false);
        Assert.StartsWith("Nothing to fix.", Text(result, dryRun: false));
    }

    [TestMethod]
    public void AFileOutsideOfTheRepositoryAndALinkAreNotChanged()
    {
        using var folder = VolumeUnderTest.InTemporaryFolder();
        string outside = Write(folder, "outside.props", "<Project>");
        string root = Directory.CreateDirectory(folder.PathOf("repo")).FullName;
        Assert.AreEqual(LeftReason.OutsideRepository, Fix.Replace(outside, 1, "<Project>", "x").WhyNot(root));
        string link = Path.Combine(root, "link.props");
        File.CreateSymbolicLink(link, outside);
        Assert.AreEqual(LeftReason.FileIsLink, Fix.Replace(link, 1, "<Project>", "x").WhyNot(root));
        string twice = Write(folder, "repo/twice.props", "<A /><A />");
        Assert.AreEqual(LeftReason.TextNotOnce, Fix.Replace(twice, 1, "<A />", "x").WhyNot(root));
        Assert.AreEqual(LeftReason.FileChanged, Fix.Replace(twice, 2, "<A />", "x").WhyNot(root));
        Assert.AreEqual(LeftReason.FileGone, Fix.Replace(Path.Combine(root, "gone"), 1, "a", "b").WhyNot(root));
        Assert.AreEqual(LeftReason.FileExists, Fix.Create(twice, "b").WhyNot(root));
        Assert.AreEqual(LeftReason.None, Fix.Replace(twice, 1, "<A /><A />", "x").WhyNot(root));
    }

    [TestMethod]
    [DataRow("utf-8", true)]
    [DataRow("utf-8", false)]
    [DataRow("utf-16", true)]
    public void EncodingAndLineEndsStay(string name, bool hasMark)
    {
        using var folder = VolumeUnderTest.InTemporaryFolder();
        Encoding encoding = name == "utf-8" ? new UTF8Encoding(hasMark) : new UnicodeEncoding(false, hasMark);
        string file = folder.PathOf("Grüße.props");
        File.WriteAllText(file, "<Project>\r\n<!-- Grüße -->\n</Project>", encoding);
        File.SetUnixFileMode(file, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead);
        Fix.Replace(file, 2, "<!-- Grüße -->", "<Sdk />").Apply();
        CollectionAssert.AreEqual(
            (byte[])[.. encoding.GetPreamble(), .. encoding.GetBytes("<Project>\r\n<Sdk />\n</Project>")], File.ReadAllBytes(file));
        Assert.AreEqual(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead, File.GetUnixFileMode(file));
    }

    [TestMethod]
    public void ALinkUnderTheFormerTemporaryNameIsNotFollowed()
    {
        using var folder = VolumeUnderTest.InTemporaryFolder();
        string file = Write(folder, "a.props", "<Project>");
        string other = Write(folder, "other", "mine");
        File.CreateSymbolicLink(file + ".cow-new", other);
        Fix.Insert(file, 1, "<Project>", "<Sdk />").Apply();
        Assert.AreEqual("<Project><Sdk />", File.ReadAllText(file));
        Assert.AreEqual("mine", File.ReadAllText(other));
    }

    [TestMethod]
    public void ANewFileHasItsLine()
    {
        using var folder = VolumeUnderTest.InTemporaryFolder();
        string file = folder.PathOf("new.props");
        FileEdit edit = Fix.Create(file, "<Project />");
        Assert.AreEqual(LeftReason.None, edit.WhyNot(folder.Folder));
        edit.Apply();
        Assert.AreEqual("<Project />" + Environment.NewLine, File.ReadAllText(file));
    }

    [TestMethod]
    public void EachCheckIsALineAndDetailsAreOfWhatIsWrong()
    {
        CheckResult[] checks =
        [
            new("a", "First is fine", CheckStatus.Ok, "seen of the first", [], 1),
            new("b", "Second is a hint", CheckStatus.Hint, "hinted", [new CommandStep("b")], 1),
            new("c", "Third is wrong", CheckStatus.Attention, "wrong because", [new FixStep("Do c.")], 1),
        ];
        using var output = new StringWriter();
        DoctorText.Write(new Screen(json: false, output), "Summary.", well: false, checks, details: false);
        CollectionAssert.AreEqual(
            (string[])
            [
                "Summary.", "", "[v] First is fine", "[i] Second is a hint", "[!] Third is wrong", "", "[!] Third is wrong",
                "    wrong because",
                "  > Do c.", "", "[i] Second is a hint", "    hinted", "  > Run: b", "",
            ],
            output.ToString().ReplaceLineEndings("\n").Split('\n'));
    }

    private static FixResult Run(ExaminedFolder repo, bool dryRun) =>
        new DoctorFix(repo.Folder, () => repo.Examine(), _ => null).Run(dryRun);

    private static string Text(FixResult result, bool dryRun)
    {
        using var output = new StringWriter();
        FixText.Write(new Screen(json: false, output), result, dryRun);
        return output.ToString();
    }

    private static CheckResult Check(string id, params FixStep[] steps) => new(id, "wrong", CheckStatus.Attention, string.Empty, steps, 1);

    private static string Write(VolumeUnderTest folder, string name, string content)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(folder.PathOf(name))!);
        File.WriteAllText(folder.PathOf(name), content);
        return folder.PathOf(name);
    }
}
