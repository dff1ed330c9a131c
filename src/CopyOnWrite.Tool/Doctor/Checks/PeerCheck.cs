using CopyOnWrite.Tool.MSBuild;

namespace CopyOnWrite.Tool.Doctor.Checks;

/// <summary>Microsoft.Build.CopyOnWrite, which registers a Copy task as well; only one of the two is used.</summary>
internal static class PeerCheck
{
    private const string More = "What else changes: docs/guide/migrating.md.";

    internal static Finding? Find(DoctorContext context)
    {
        EvaluatedProject[] with = [.. context.Projects.Where(project => project.HasPeer)];
        EvaluatedProject[] users = [.. with.Where(project => !project.Copy.IsOurs)];
        var steps = with.SelectMany(project => project.HowToRemovePeer());
        return with.Length == 0 ? null
            : users.Length > 0
            ? Finding.Attention(
                $"Microsoft.Build.CopyOnWrite is used {context.InProjects(users)}: remove its reference", More, steps)
            : Finding.Hint(
                $"Microsoft.Build.CopyOnWrite is referenced {context.InProjects(with)} and not used: CopyOnWrite.Sdk's task comes first",
                More,
                steps);
    }
}
