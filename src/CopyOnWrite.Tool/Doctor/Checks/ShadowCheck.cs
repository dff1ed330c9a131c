using CopyOnWrite.Tool.MSBuild;

namespace CopyOnWrite.Tool.Doctor.Checks;

/// <summary>A Copy that the repository or another package registers, and that wins.</summary>
internal static class ShadowCheck
{
    internal static Finding? Find(DoctorContext context)
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
