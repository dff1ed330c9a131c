using System.Linq;
using CopyOnWrite.Tool.Fixes;
using CopyOnWrite.Tool.MSBuild;

namespace CopyOnWrite.Tool.Doctor.Checks;

/// <summary>Microsoft.Build.CopyOnWrite, which registers a Copy task as well; only one of the two is used.</summary>
internal static class PeerCheck
{
    internal static Check Check { get; } = new("peer", Find);

    private static Finding? Find(DoctorContext context)
    {
        EvaluatedProject[] with = [.. context.Projects.Where(project => project.HasPeer)];
        EvaluatedProject[] users = [.. with.Where(project => !project.Copy.IsOurs)];
        if (with.Length == 0)
        {
            return null;
        }

        FixStep[] steps = [.. with.SelectMany(project => project.HowToRemovePeer())];
        return users.Length > 0
            ? new Finding(
                CheckStatus.Attention,
                $"Microsoft.Build.CopyOnWrite is used {context.InProjects(users)}: remove its reference",
                "What else changes: docs/guide/migrating.md.",
                steps)
            : new Finding(
                CheckStatus.Hint,
                $"Microsoft.Build.CopyOnWrite is referenced {context.InProjects(with)} and not used: CopyOnWrite.Sdk's task comes first",
                "What else changes: docs/guide/migrating.md.",
                steps);
    }
}
