using CopyOnWrite.Tasks;
using CopyOnWrite.Tool.MSBuild;

namespace CopyOnWrite.Tool.Doctor.Checks;

/// <summary>A Copy task that the repository or another package registers; only one is used.</summary>
internal static class OtherCopyCheck
{
    /// <summary>Microsoft.Build.CopyOnWrite's.</summary>
    internal static Finding? FindPeer(DoctorContext context)
    {
        EvaluatedProject[] with = [.. context.Projects.Where(project => project.HasPeer)];
        EvaluatedProject[] users = [.. with.Where(project => !project.Copy.IsOurs)];
        string more = $"What else changes: {Documentation.PathOf(Path.Combine("docs", "guide", "migrating.md"))}.";
        var steps = with.SelectMany(project => project.HowToRemovePeer());
        return with.Length == 0 ? null
            : users.Length > 0
            ? Finding.Attention(
                $"Microsoft.Build.CopyOnWrite is used {context.InProjects(users)}: remove its reference", more, steps)
            : Finding.Hint(
                $"Microsoft.Build.CopyOnWrite is referenced {context.InProjects(with)} and not used: CopyOnWrite.Sdk's task comes first",
                more,
                steps);
    }

    /// <summary>Any other that wins.</summary>
    internal static Finding? FindShadow(DoctorContext context)
    {
        EvaluatedProject[] shadowed = [.. context.Projects.Where(project =>
            project is { HasSdk: true, HasPeer: false, Copy: { IsOurs: false, IsBuiltIn: false } })];
        return shadowed.Length == 0 ? null : Finding.Attention(
            $"Another Copy task wins over CopyOnWrite.Sdk's {context.InProjects(shadowed)}",
            string.Join('\n', shadowed.Select(project => $"{project.Name}: {project.Copy.Assembly}, registered in {project.Copy.File}")
                .Distinct(StringComparer.Ordinal)),
            shadowed.SelectMany(project => project.Copy.HowToRemove));
    }
}
