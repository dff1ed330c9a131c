using CopyOnWrite.Sdk.Tests.Infrastructure;

namespace CopyOnWrite.Tool.Tests.Infrastructure;

/// <summary>Does literally what a fix says.</summary>
internal static class FixFollower
{
    internal static void Follow(Repo repo, string fix)
    {
        foreach (string step in fix.Split('\n').Where(step => !FileStep.TryFollow(step, path => path)))
        {
            Match unset = Regex.Match(step, "^Unset the environment variable (.+)\\.$");
            Assert.IsTrue(unset.Success, $"Not a step that can be followed literally: {step}");
            Assert.IsTrue(repo.Variables.Remove(unset.Groups[1].Value), step);
        }
    }
}
