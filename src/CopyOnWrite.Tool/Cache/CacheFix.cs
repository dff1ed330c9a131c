using CopyOnWrite.Tasks;

namespace CopyOnWrite.Tool.Cache;

/// <summary>What to do about a <see cref="CacheProblem"/>: a sentence, and the page that has each problem's fix.</summary>
internal static class CacheFix
{
    internal static string Of(string folder, CacheProblem problem)
    {
        string sentence = problem switch
        {
            CacheProblem.NotACache => "Set CopyOnWriteCachePath to a folder that is empty or does not exist yet",
            CacheProblem.OnAnotherVolume => "Set CopyOnWriteCachePath to a folder on the volume of the outputs, or remove it",
            _ => "How to make the folder usable",
        };
        return CacheProblemText.StepAsOwner(problem, FileCloner.Shared.Platform, folder)
            ?? $"{sentence}: {Documentation.PageOf(CacheProblemText.CodeOf(problem))}";
    }
}
