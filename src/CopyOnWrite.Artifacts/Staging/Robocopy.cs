using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Threading;
using CopyOnWrite.Tasks;
using Microsoft.Build.Framework;

namespace CopyOnWrite.Artifacts;

/// <summary>
/// Stages files and folders, by cloning where possible, as the Artifact and Robocopy items of Microsoft.Build.Artifacts define
/// (docs/guide/staging.md). It has the parameters of that package's task, which it replaces in a repository that has both.
/// </summary>
#pragma warning disable CA1001 // The engine does not dispose of tasks.
#pragma warning disable CS0436 // Declared here on purpose: hosts before 18.3 lack the attribute.
[MSBuildMultiThreadableTask]
#pragma warning restore CS0436
public class Robocopy : Microsoft.Build.Utilities.Task, ICancelableTask
#pragma warning restore CA1001
{
    private const string OurTargets = "CopyOnWrite.Staging.targets";

    private readonly CancellationTokenSource _cancellation = new();

    /// <summary>Files and folders, with the metadata that docs/guide/staging.md lists.</summary>
    [Required]
    public ITaskItem[] Sources { get; set; } = Array.Empty<ITaskItem>();

    /// <summary>How often a failed file is retried.</summary>
    public int RetryCount { get; set; }

    /// <summary>The pause before each retry, in milliseconds.</summary>
    public int RetryWait { get; set; }

    /// <summary>Whether the log says why files are not staged.</summary>
    public bool ShowDiagnosticTrace { get; set; }

    /// <summary>Whether failed attempts are logged at high importance; only the last is an error.</summary>
    public bool ShowErrorOnRetry { get; set; } = true;

    /// <summary>The repository's switch, with the values that Copy's has: true or 1, false or 0.</summary>
    public string DisableCopyOnWrite { get; set; } = string.Empty;

    public bool ListCopiedFiles { get; set; }

    /// <summary>Whether the task only logs what it would stage and remove.</summary>
    public bool DryRun { get; set; }

    /// <summary>A file that gets the list of all that is staged, with hashes; empty for none.</summary>
    public string Manifest { get; set; } = string.Empty;

    /// <summary>What was staged, with the metadata SourceFile; not what was there already.</summary>
    [Output]
    public ITaskItem[] CopiedFiles { get; private set; } = Array.Empty<ITaskItem>();

    public void Cancel() => _cancellation.Cancel();

    public override bool Execute()
    {
        if (Sources.Length == 0)
        {
            return true;
        }

        var log = new StagingLog(Log);
        if (!TryReadSwitch(log, out bool clones))
        {
            return false;
        }

        if (!BuildEngine.ProjectFileOfTaskNode.EndsWith(OurTargets, StringComparison.OrdinalIgnoreCase))
        {
            log.Low($"CopyOnWrite: staging replaces the task that '{BuildEngine.ProjectFileOfTaskNode}' calls.");
        }

        long began = Stopwatch.GetTimestamp();
        string projectFolder = ProjectFolder.Of(Sources[0]);
        Settings settings = Settings.Of(BuildEngine4, projectFolder);
        FileCloner cloner = ClonerOf(clones);
        List<StagedItem> items = ParseItems(projectFolder, cloner, log);
        StagingOptions options = Options(items);
        var staged = new StagedFiles(options, log, keepsOutcomes: ListCopiedFiles || CallReport.IsWanted(Log, settings));
        var cache = new CallCache(cloner, settings, this, projectFolder);
        try
        {
            var call = new CloneCall(
                cloner, cache.Entries, FlushesSources: settings.FlushesSources, ReplacesFilesInUse: settings.ReplacesFilesInUse);
            new Stager(call, options, log, staged, _cancellation.Token).Stage(items);
        }
        finally
        {
            cache.Close();
        }

        if (!_cancellation.IsCancellationRequested)
        {
            string? manifest = ManifestPath(projectFolder, log);
            new Purge(cloner, staged, items, options, log, manifest).Execute();
            if (manifest is not null && !DryRun)
            {
                StagingManifest.Write(manifest, staged, cloner, log);
            }
        }

        if (CallReport.IsWanted(Log, settings))
        {
            CallReport.Log(BuildEngine, Log, settings, staged.Summary(), staged.ToJson(projectFolder, began));
        }

        CopiedFiles = ListCopiedFiles ? staged.CopiedItems() : CopiedFiles;
        return !Log.HasLoggedErrors && !_cancellation.IsCancellationRequested;
    }

    /// <summary>This system's cloner, or one that never clones. A system that is too old lacks a call.</summary>
    private static FileCloner ClonerOf(bool clones)
    {
        FileCloner cloner = (clones ? TaskProcess.Instance.Cloner : null) ?? FileCloner.WithoutClones();
        try
        {
            _ = cloner.TryStat(AppContext.BaseDirectory, out _);
            return cloner;
        }
        catch (Exception e) when (e is EntryPointNotFoundException or DllNotFoundException)
        {
            return new SystemCloner();
        }
    }

    /// <summary>Null for no path, and, after logging the error, for an invalid one.</summary>
    private string? ManifestPath(string projectFolder, StagingLog log)
    {
        try
        {
            return Manifest.Length > 0 ? Path.GetFullPath(Path.Combine(projectFolder, Manifest)) : null;
        }
        catch (Exception e) when (SystemFiles.IsOfSystem(e))
        {
            log.Error("COW1031", $"The manifest '{Manifest}' cannot be written: {e.Message}");
            return null;
        }
    }

    private List<StagedItem> ParseItems(string projectFolder, FileCloner cloner, StagingLog log)
    {
        var items = new List<StagedItem>(Sources.Length);
        PurgeGuard? guard = null;
        foreach (ITaskItem source in Sources)
        {
            if (StagedItem.Parse(source, projectFolder, log) is { } item
                && (!item.Purge || (guard ??= new PurgeGuard(cloner, log, projectFolder)).Allows(item)))
            {
                items.Add(item);
            }
        }

        return items;
    }

    private StagingOptions Options(List<StagedItem> items) => new()
    {
        RetryCount = RetryCount,
        RetryWait = Math.Max(RetryWait, 0),
        ShowRetries = ShowErrorOnRetry,
        DryRun = DryRun,
        LogsSkipped = ShowDiagnosticTrace,
        RecordsAll = Manifest.Length > 0 || items.Exists(item => item.Purge),
    };

    private bool TryReadSwitch(StagingLog log, out bool clones)
    {
        bool isOff = false;
        string text = DisableCopyOnWrite.Trim();
        bool isRead = text.Length == 0 || SettingValues.TryParseCondition(text, out isOff);
        clones = !isOff;
        if (!isRead)
        {
            log.Error(
                "COW1001",
                $"DisableCopyOnWrite is '{DisableCopyOnWrite}'. Accepted values: true or 1 (files are copied), false or 0 (files are "
                + "cloned where possible).");
        }

        return isRead;
    }
}
