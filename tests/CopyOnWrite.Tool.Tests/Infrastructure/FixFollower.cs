using System.Text.RegularExpressions;
using CopyOnWrite.Sdk.Tests.Infrastructure;
using CopyOnWrite.Testing;
using Microsoft.VisualStudio.TestTools.UnitTesting;

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
        else if (Regex.Match(step, "^Run: (?:(export NUGET_PACKAGES=.+?) && )?(dotnet .+)$") is { Success: true } dotnet)
        {
            if (dotnet.Groups[1].Success)
            {
                repo.Packages = Command.OutputOf("sh", "-c", $"{dotnet.Groups[1].Value}; printf %s \"$NUGET_PACKAGES\"");
            }

            foreach (string command in dotnet.Groups[2].Value.Split(" && "))
            {
                // As the shell takes its words apart.
                string[] words = Command.OutputOf("sh", "-c", $"printf '%s\\n' {command}")
                    .Split('\n', System.StringSplitOptions.RemoveEmptyEntries);
                var result = repo.Run(words[1..]);
                Assert.AreEqual(0, result.ExitCode, result.Output);
            }
        }
        else if (Regex.Match(step, "^Run: (.+)$") is { Success: true } command)
        {
            Command.OutputOf("sh", "-c", command.Groups[1].Value);
        }
        else
        {
            Assert.Fail($"Not a step that can be followed literally: {step}");
        }
    }
}
