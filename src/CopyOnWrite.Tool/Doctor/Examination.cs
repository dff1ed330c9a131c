using System.Diagnostics;
using CopyOnWrite.Tool.Doctor.Checks;

namespace CopyOnWrite.Tool.Doctor;

/// <summary>The checks, and how they are run.</summary>
internal static class Examination
{
    /// <summary>What keeps most files from being cloned first: the first line names the first that needs attention.</summary>
    private static readonly (string Id, Func<DoctorContext, Finding?> Find)[] s_checks =
    [
        ("projects", ProjectChecks.FindProblems),
        ("switch", CopyTaskChecks.FindSwitch),
        ("peer", CopyTaskChecks.FindPeer),
        ("shadowed", CopyTaskChecks.FindShadow),
        ("loaded", CopyTaskChecks.FindLoaded),
        ("registered", RegisteredCheck.Find),
        ("outputs", PlaceChecks.FindOutputs),
        ("link-mode", CopyTaskChecks.FindLinkMode),
        ("cache", CacheCheck.Find),
        ("packages", PlaceChecks.FindPackages),
        ("version", ProjectChecks.FindVersion),
        ("system-copy", PlaceChecks.FindSystemCopy),
        ("dev-drive", DevDriveCheck.Find),
    ];

    internal static Finding[] Of(DoctorContext context) =>
        [.. s_checks.Select(check => Run(check.Id, check.Find, context)).OfType<Finding>()];

    internal static bool IsWell(IEnumerable<Finding> findings) =>
        findings.All(finding => finding.Status is CheckStatus.Ok or CheckStatus.Hint);

    /// <summary>Null where the question does not arise.</summary>
    private static Finding? Run(string id, Func<DoctorContext, Finding?> find, DoctorContext context)
    {
        context.Cancel.ThrowIfCancellationRequested();
        var clock = Stopwatch.StartNew();
        Finding? finding;
        try
        {
            finding = find(context);
        }
        catch (Exception e) when (e is not (OperationCanceledException or OutOfMemoryException))
        {
            // One question without an answer must not cost the others, whatever it met in the repository.
            string kind = e is IOException or UnauthorizedAccessException ? string.Empty : $"{e.GetType().Name}: ";
            finding = Finding.Unknown($"The check {id} could not be run", kind + e.Message);
        }

        return finding is null ? null : finding with { Id = id, Duration = Math.Round(clock.Elapsed.TotalMilliseconds, 1) };
    }
}
