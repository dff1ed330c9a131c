using CopyOnWrite.Tool.Cache;

namespace CopyOnWrite.Tool.Doctor.Checks;

/// <summary>The cross-volume cache: where it is, how large, and whether builds can use it.</summary>
internal static class CacheCheck
{
    internal static Finding? Find(DoctorContext context)
    {
        IReadOnlyList<ProjectCache> caches = context.Caches;
        if (caches.FirstOrDefault(cache => cache.WrongProperty is not null) is { WrongProperty: { } property, Project: var project })
        {
            return Finding.Attention(
                $"{property} is '{project.Value(property)}' in {project.Name}, which fails the build",
                steps: project.HowToRemove(property));
        }

        bool isOn = caches.Any(cache => cache.IsOn);
        if (isOn && !context.Projects.Any(one => one.HasSdk && context.OutputsCanBeClones(one)))
        {
            return Finding.Ok(
                "The cross-volume cache is of no use here: the volume of the outputs cannot clone", "Builds leave it alone.");
        }

        if (caches.Select(cache => cache.State).FirstOrDefault(state => state is { Problem: not CacheProblem.None }) is { } broken)
        {
            return Finding.Attention(
                $"The cross-volume cache cannot be used: {context.Repository.Relative(broken.Folder)} {broken.Why}",
                broken.Problem == CacheProblem.NotWritable
                    ? "Package files that it lacks are copied from the other volume each time."
                    : "Package files from another volume are copied each time.",
                broken.Fix);
        }

        if (caches.Count == 0 || CacheFolderState.Platform.CacheSystem is null)
        {
            return null;
        }

        string detail = string.Join('\n', caches.Select(Text).Distinct(StringComparer.Ordinal));
        return Finding.Ok($"The cross-volume cache {(isOn ? "can be used" : "is turned off")}", detail);
    }

    private static string Text(ProjectCache cache) => !cache.IsOn ? $"{cache.Project.Name}: off, by {Tasks.Settings.CacheSwitch}"
        : cache.State is not { } state
            ? $"{cache.Project.Name}: no folder for it; a Directory.Build.props or a .git in the repository determines one"
        : !state.Exists ? $"{state.Folder}: does not exist yet; a build creates it for the first package file from another volume"
        : $"{state.Folder}: {state.Describe()}";
}
