using CopyOnWrite.Tasks;
using CopyOnWrite.Tool.MSBuild;

namespace CopyOnWrite.Tool.Doctor.Checks;

/// <summary>DisableCopyOnWrite, wherever it is set.</summary>
internal static class SwitchCheck
{
    private const string Switch = "DisableCopyOnWrite";

    internal static Finding? Find(DoctorContext context)
    {
        EvaluatedProject[] set = [.. context.Projects.Where(project => project.HasSdk && project.Value(Switch).Length > 0)];
        EvaluatedProject[] wrong = [.. set.Where(project => !SettingValues.TryParseCondition(project.Value(Switch), out _))];
        EvaluatedProject[] off = [.. set.Where(project => SettingValues.TryParseCondition(project.Value(Switch), out bool isOff) && isOff)];
        return wrong.Length > 0
            ? Finding.Attention(
                $"{Switch} is '{wrong[0].Value(Switch)}' {context.InProjects(wrong)}, which fails the build (COW1001)",
                steps: wrong.SelectMany(project => project.HowToRemove(Switch)))
            : off.Length > 0
            ? Finding.Attention(
                $"Cloning is turned off by {Switch}={off[0].Value(Switch)} {context.InProjects(off)}",
                "MSBuild's built-in Copy task is used there.",
                off.SelectMany(project => project.HowToRemove(Switch)))
            : null;
    }
}
