using CopyOnWrite.Sdk.Tests.Infrastructure;

namespace CopyOnWrite.Tool.Tests.Infrastructure;

/// <summary>Does literally what a fix says.</summary>
internal static class FixFollower
{
    internal static void Follow(Repo repo, string fix)
    {
        foreach (string step in fix.Split('\n'))
        {
            Step(repo, step);
        }
    }

    private static void Step(Repo repo, string step)
    {
        if (FileStep.TryFollow(step, path => path))
        {
            return;
        }

        if (Regex.Match(step, "^Unset the environment variable (.+)\\.$") is { Success: true } unset)
        {
            Assert.IsTrue(repo.Variables.Remove(unset.Groups[1].Value), step);
        }
        else if (step.StartsWith("Run: ", StringComparison.Ordinal))
        {
            foreach (string command in step["Run: ".Length..].Split(" && "))
            {
                Run(repo, command);
            }
        }
        else
        {
            Assert.Fail($"Not a step that can be followed literally: {step}");
        }
    }

    /// <summary>Uses the variables and the package cache of the repository's builds.</summary>
    private static void Run(Repo repo, string command)
    {
        if (command.StartsWith("export NUGET_PACKAGES=", StringComparison.Ordinal))
        {
            repo.Packages = Command.OutputOf("sh", "-c", $"{command}; printf %s \"$NUGET_PACKAGES\"");
        }
        else if (command.StartsWith("dotnet ", StringComparison.Ordinal))
        {
            // Splits words as the shell does.
            string[] words = Command.OutputOf("sh", "-c", $"printf '%s\\n' {command}").Split('\n', StringSplitOptions.RemoveEmptyEntries);
            var result = repo.Run(words[1..]);
            Assert.AreEqual(0, result.ExitCode, result.Output);
        }
        else
        {
            Command.OutputOf("sh", "-c", command);
        }
    }
}
