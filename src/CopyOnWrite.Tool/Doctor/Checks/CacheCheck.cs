using CopyOnWrite.Tool.Cache;

namespace CopyOnWrite.Tool.Doctor.Checks;

/// <summary>The cross-volume cache: where it is, how large, and whether builds can use it.</summary>
internal static class CacheCheck
{
    internal static Finding? Find(DoctorContext context)
    {
        IReadOnlyList<CacheInUse> caches = context.Caches;
        string detail = string.Join('\n', caches.Select(Text).Distinct(StringComparer.Ordinal));
        return caches.FirstOrDefault(cache => cache.WrongProperty is not null) is { WrongProperty: { } property, Project: var project }
            ? Finding.Attention(
                $"{property} is '{project.Value(property)}' in {project.Name}, which fails the build",
                steps: project.HowToRemove(property))
            : caches.Any(cache => cache.IsOn) && !context.Projects.Any(one => one.HasSdk && context.OutputsCanBeClones(one))
            ? Finding.Ok(
                "The cross-volume cache is of no use here: the volume of the outputs cannot clone", "Builds leave it alone.")
            : caches.FirstOrDefault(cache => cache.IsOn && cache.State.Problem != CacheProblem.None) is { } broken
            ? Finding.Attention(
                $"The cross-volume cache cannot be used: {context.Repository.Relative(broken.Folder!)} "
                + $"{CacheProblemText.Of(broken.State.Problem, FileCloner.Shared, broken.Folder!)}",
                broken.State.Problem == CacheProblem.NotWritable
                    ? "Package files that it lacks are copied from the other volume each time."
                    : "Package files from another volume are copied each time.",
                CacheFix.Of(broken.Folder!, broken.State.Problem))
            : caches.Count == 0 || !FileCloner.Shared.HasCache ? null
            : Finding.Ok($"The cross-volume cache {(caches.Any(cache => cache.IsOn) ? "can be used" : "is turned off")}", detail);
    }

    private static string Text(CacheInUse cache) => !cache.IsOn ? $"{cache.Project.Name}: off, by {Tasks.Settings.CacheSwitch}"
        : cache.Folder is null
            ? $"{cache.Project.Name}: no folder for it; a Directory.Build.props or a .git in the repository determines one"
        : !cache.State.Exists ? $"{cache.Folder}: does not exist yet; a build creates it for the first package file from another volume"
        : $"{cache.Folder}: {cache.State.Describe()}";
}
