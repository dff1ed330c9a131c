using System.Diagnostics;
using CopyOnWrite.Tool.Doctor.Checks;

namespace CopyOnWrite.Tool.Doctor;

/// <summary>The checks, and how they are run.</summary>
internal static class Examination
{
    /// <summary>What keeps most files from being cloned first: the first line names the first that needs attention.</summary>
    private static readonly Check[] s_checks =
    [
        new("projects", ProjectsCheck.Find),
        new("switch", SwitchCheck.Find),
        new("peer", PeerCheck.Find),
        new("shadowed", ShadowCheck.Find),
        new("loaded", LoadedCheck.Find),
        new("registered", RegisteredCheck.Find),
        new("outputs", OutputsCheck.Find),
        new("link-mode", LinkModeCheck.Find),
        new("cache", CacheCheck.Find),
        new("packages", PackagesCheck.Find),
        new("version", VersionCheck.Find),
        new("system-copy", SystemCopyCheck.Find),
        new("dev-drive", DevDriveCheck.Find),
    ];

    internal static CheckResult[] Of(DoctorContext context) => [.. s_checks.Select(check => Run(check, context)).OfType<CheckResult>()];

    internal static bool IsWell(IEnumerable<CheckResult> results) =>
        results.All(result => result.Status is CheckStatus.Ok or CheckStatus.Hint);

    private static CheckResult? Run(Check check, DoctorContext context)
    {
        context.Cancel.ThrowIfCancellationRequested();
        var clock = Stopwatch.StartNew();
        Finding? finding;
        try
        {
            finding = check.Find(context);
        }
        catch (Exception e) when (e is not (OperationCanceledException or OutOfMemoryException))
        {
            // One question without an answer must not cost the others, whatever it met in the repository.
            string kind = e is IOException or UnauthorizedAccessException ? string.Empty : $"{e.GetType().Name}: ";
            finding = Finding.Unknown($"The check {check.Id} could not be run", kind + e.Message);
        }

        return finding is null ? null : new CheckResult(check.Id, finding, Math.Round(clock.Elapsed.TotalMilliseconds, 1));
    }
}
