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
        else if (Regex.Match(step, "^Run: (export NUGET_PACKAGES=.+)$") is { Success: true } packages)
        {
            repo.Packages = Command.OutputOf("sh", "-c", $"{packages.Groups[1].Value}; printf %s \"$NUGET_PACKAGES\"");
        }
        else if (Regex.Match(step, "^Run: dotnet (.+)$") is { Success: true } dotnet)
        {
            var result = repo.Run(dotnet.Groups[1].Value.Split(' '));
            Assert.AreEqual(0, result.ExitCode, result.Output);
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
