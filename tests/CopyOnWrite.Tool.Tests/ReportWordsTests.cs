using CopyOnWrite.Tasks;
using CopyOnWrite.Tool.Report;

namespace CopyOnWrite.Tool.Tests;

/// <summary>What the report says of given calls.</summary>
[TestClass]
public sealed class ReportWordsTests
{
    private const string Project = "/repo/App.csproj";
    private const int Large = 100_000;

    [TestMethod]
    public void AFailedBuildIsCalledFailedAndEndsWithoutAFindingIfNoFileIsTheReason()
    {
        BuildLog log = LogOf(Call(("/p/a.dll", "cloned", null, Large))) with
        {
            Succeeded = false,
            Errors = [new BuildDiagnostic("CS1001", "Identifier expected.", Project)],
        };
        BuildLog uncoded = log with { Errors = [log.Errors[0] with { Code = string.Empty }] };
        Assert.Contains("(1 error, the first: Identifier expected)", CopyReport.Of(uncoded).Notes[0]);
        CopyReport report = CopyReport.Of(log);
        Assert.StartsWith("The build failed. No file has two writers. 1 of 1 file ", report.Summary);
        Assert.Contains("The build failed (1 error, the first: CS1001 Identifier expected)", report.Notes[0]);
        Assert.IsFalse(Enum.GetValues<FailOn>().Any(what => ReportCommand.Found(report.Conflicts, what)));
    }

    [TestMethod]
    [DataRow("DifferentVolumes", "Put /p on the volume of ")]
    [DataRow("DifferentVolumesTooSmall", "below 16 KiB")]
    [DataRow("DifferentVolumesTooNew", "less than two seconds before")]
    [DataRow("DifferentVolumesCacheUnusable", "Make the cross-volume cache usable")]
    [DataRow("DifferentVolumesWithoutCache", "Turn the cross-volume cache on")]
    [DataRow("DifferentVolumesBeingCached", "Keep the cross-volume cache between builds")]
    public void OfAFileOnAnotherVolumeTheReasonIsTheOneThatWouldHaveToChange(string code, string change)
    {
        CopyReport report = CopyReport.Of(LogOf(Call(("/p/a.dll", "copied", code, Large), ("/p/b.dll", "fromCache", null, Large))));
        ReasonAmount reason = report.Reasons.Single();
        Assert.AreEqual((code, 1), (reason.Reason, reason.Files));
        Assert.StartsWith("on another volume", reason.Why.Words);
        Assert.Contains(change, report.Recommendations.Single().What);
    }

    /// <summary>Microsoft.NET.Sdk.WebAssembly has files that Copy copies. Moving the .NET SDK for them is no advice.</summary>
    [TestMethod]
    [DataRow("DifferentVolumesTooSmall")]
    [DataRow("DifferentVolumesBeingCached")]
    public void FilesOfTheDotNetSdkAreNotToBeMoved(string code) => Assert.IsEmpty(
        CopyReport.Of(LogOf(Call(("/usr/share/dotnet/sdk/10.0.401/Sdks/Microsoft.NET.Sdk.WebAssembly/a.dll", "copied", code, Large))))
            .Recommendations);

    /// <summary>A new reason has to get advice, or a place in the list of those that nothing would help.</summary>
    [TestMethod]
    public void EachReasonHasAdviceOfItsOwnExceptWhereNothingWouldHelp()
    {
        (Reason Reason, string? Advice)[] all =
            [.. Enum.GetValues<Reason>().Select(reason => (reason, AdviceFor(new WhyCopied(reason))))];
        CollectionAssert.AreEqual(
            new[] { Reason.None, Reason.Empty, Reason.BelowOneCluster, Reason.SystemCopyClones },
            all.Where(one => one.Advice is null).Select(one => one.Reason).ToArray());
        CollectionAssert.AllItemsAreUnique(all.Select(one => one.Advice).OfType<string>().ToArray());
        string[] wrong =
        [
            .. all.Where(one => ReasonGroups.MayBeCopied(one.Reason)).Select(one => one.Advice).OfType<string>()
                .Where(advice => advice.Contains("MSBuild's own Copy", StringComparison.Ordinal)),
        ];
        Assert.IsEmpty(wrong, $"The package's task copied these files itself:\n{string.Join('\n', wrong)}");
    }

    [TestMethod]
    public void EachReasonForWholeCallsHasAdviceOfItsOwnIfFilesWereCopied()
    {
        (FallbackReason Reason, string? Advice)[] all =
        [
            .. Enum.GetValues<FallbackReason>().Except([FallbackReason.None])
                .Select(reason => (reason, AdviceFor(new WhyCopied(Reason.OtherError, reason)))),
        ];
        CollectionAssert.AreEqual(
            new[] { FallbackReason.NothingToCopy, FallbackReason.Question },
            all.Where(one => one.Advice is null).Select(one => one.Reason).ToArray());
        CollectionAssert.AllItemsAreUnique(all.Select(one => one.Advice).OfType<string>().ToArray());
    }

    [TestMethod]
    public void AFileWhoseErrorTheTaskLoggedHasFailedAndWasNotLeft()
    {
        CopyReport report = CopyReport.Of(LogOf(Call(("/p/a.dll", "failed", "DestinationHasHardLinks", 0))));
        Assert.AreEqual((1, 0), (report.Failed.Files, report.Left.Files));
        Assert.StartsWith("failed: destination cannot be replaced", report.Copies.All.Single().Words);
        Assert.Contains("would change their other hard links", report.Recommendations.Single().What);
    }

    [TestMethod]
    public void SourcesThatWereWaitedForAndFilesInUseAreNotes()
    {
        CopyReport ReportOn(long number)
        {
            LoggedCall call = Call(("/p/a.dll", "cloned", null, Large));
            CopyRecord record = call.Record! with { Waited = number, WaitedMilliseconds = 340, InUse = number };
            return CopyReport.Of(LogOf(call with { Record = record }, call));
        }

        Assert.Contains("Copy calls waited 340 ms for 12 sources that were being replaced.", ReportOn(12).Notes);
        Assert.Contains("Copy calls waited 340 ms for 1 source that was being replaced.", ReportOn(1).Notes);
        Assert.Contains("12 files in use were replaced.", ReportOn(12).Notes);
        Assert.Contains("1 file in use was replaced.", ReportOn(1).Notes);
        string none = string.Concat(ReportOn(0).Notes);
        Assert.DoesNotContain("waited", none);
        Assert.DoesNotContain("in use", none);
    }

    [TestMethod]
    public void OfABuildUnderAPreloadedLibraryTheAdviceIsToBuildWithoutIt()
    {
        LoggedCall call = Call();
        CopyReport report = CopyReport.Of(LogOf(OfMSBuild(typeof(ReportWordsTests).Assembly.Location, "/gone/b.dll") with
        {
            TaskAssembly = call.TaskAssembly,
            Record = call.Record! with { BuiltIn = "PreloadedLibrary", Files = null },
        }));

        Assert.MatchesRegex(@"^No file has two writers\. 0 of 1 file \(.*\) were cloned: "
            + @"a preloaded library intercepts file calls \(LD_PRELOAD\)\. ", report.Summary);
        Assert.StartsWith("Build without LD_PRELOAD", report.Recommendations.Single().What);
    }

    [TestMethod]
    [DataRow(false)]
    [DataRow(true)]
    public void ACallWithoutARecordIsANoteIfItCopiedFiles(bool copied)
    {
        LoggedCall call = Call() with { Record = null };
        CopyReport report = CopyReport.Of(LogOf(call with
        {
            Messages = copied ? OfMSBuild("/gone/a.dll", "/gone/b.dll").Messages : ["Using \"Copy\" task from assembly \"a.dll\"."],
        }));

        Assert.AreEqual(copied, report.Notes.Any(note => note.Contains("left no record", StringComparison.Ordinal)));
        Assert.AreEqual(copied, report.Summary.Contains("The package's task, which left no records, wrote 1 file. "));
    }

    [TestMethod]
    public void WhatIsToBeDoneComesBeforeWhatWasDone()
    {
        string text = ReportCommand.AsMarkdown(CopyReport.Of(ReportLogs.Of(3, 40)));
        string[] order = ["Changes that would clone more files", "Files by outcome", "Why files were not cloned",
            "Copy time by project", "Copy time by target", "Built 2026"];
        int[] places = [.. order.Select(part => text.IndexOf(part, StringComparison.Ordinal))];
        CollectionAssert.DoesNotContain(places, -1, text);
        CollectionAssert.AreEqual(places.Order().ToArray(), places);
        Assert.Contains("Built 2026-01-02 03:04 UTC in 83.3 s, CopyOnWrite.Sdk 0.1.0; report by dotnet cow ", text);
    }

    /// <summary>README: a binary log of any system will do.</summary>
    [TestMethod]
    [OSCondition(ConditionMode.Exclude, OperatingSystems.Windows)]
    public void ALogOfWindowsIsReadByItsOwnPathsAndNotByFilesHere()
    {
        const string Ours = @"C:\repo\App\App.csproj";
        string decoy = Path.Combine(Environment.CurrentDirectory, @"bin\Debug\App.dll");
        File.WriteAllText(decoy, "another file");
        try
        {
            LoggedCall builtIn = OfMSBuild(@"obj\Debug\App.dll", @"bin\Debug\App.dll") with { Project = Ours };
            CopyReport report = CopyReport.Of(LogOf(builtIn, Of("VolumeCannotClone", @"C:\repo\App\obj\App.pdb")));
            Assert.AreEqual((@"C:\repo\App\obj\Debug\App.dll", @"C:\repo\App\bin\Debug\App.dll", 0L), NamesOf(report.Copies.All[0]));
            Assert.AreEqual(@"bin\Debug\App.dll", report.Copies.Named(report.Copies.All[0].To));
            Assert.AreEqual(
                @"Build on a volume that clones: that of C:\repo\App\bin cannot (`dotnet cow doctor` there names others).",
                report.Recommendations.Single().What);
            Assert.AreEqual(
                @"Put D:\packages\x on the volume of C:\repo\App\bin.",
                CopyReport.Of(LogOf(Of("DifferentVolumes", @"D:\packages\x\a.dll"))).Recommendations.Single().What);
        }
        finally
        {
            File.Delete(decoy);
        }

        static LoggedCall Of(string reason, string from)
        {
            LoggedCall call = Call((from, "copied", reason, Large));
            CopyRecordFile file = call.Record!.Files![0] with { To = @"C:\repo\App\bin\App.pdb" };
            return call with { Project = Ours, Record = call.Record with { Files = [file] } };
        }

        static (string From, string To, long Bytes) NamesOf(FileCopy file) => (file.From, file.To, file.Bytes);
    }

    private static string? AdviceFor(WhyCopied why) =>
        Recommendations.For(new FileCopy(Project, "/p/a.dll", "/repo/bin/a.dll", CopyKind.Left, why, Large, BySdk: true));

    private static BuildLog LogOf(params LoggedCall[] calls) => new(calls, [], [], []);

    private static LoggedCall Call(params (string From, string Outcome, string? Reason, long Bytes)[] files) =>
        new(Project, "CopyFiles", TimeSpan.FromSeconds(1), "/sdk/CopyOnWrite.Sdk.Tasks.dll", true, [])
        {
            Record = new CopyRecord(
                2, DateTime.UnixEpoch, "/repo", null, 1, 0, 0, 0, 0, 0,
                [.. files.Select((file, i) => new CopyRecordFile(file.From, $"/repo/bin/{i}.dll", file.Outcome, file.Reason, file.Bytes))]),
        };

    private static LoggedCall OfMSBuild(string from, string to) => new(
        Project, "CopyFiles", TimeSpan.FromSeconds(1), "/sdk/Microsoft.Build.Tasks.Core.dll", true,
        [$"Copying file from \"{from}\" to \"{to}\"."]);
}
