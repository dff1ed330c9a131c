using System;
using System.IO;
using System.Text.RegularExpressions;
using CopyOnWrite.Sdk.Tests.Infrastructure;
using CopyOnWrite.Testing;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tool.Tests.Infrastructure;

/// <summary>Does literally what a fix says, as somebody would who does not think.</summary>
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
        if (Regex.Match(step, "^In (.+), line (\\d+), remove `(.+)`\\.$") is { Success: true } remove)
        {
            Edit(remove, remove.Groups[3].Value, string.Empty);
        }
        else if (Regex.Match(step, "^In (.+), line (\\d+), replace `(.+)` by `(.+)`\\.$") is { Success: true } replace)
        {
            Edit(replace, replace.Groups[3].Value, replace.Groups[4].Value);
        }
        else if (Regex.Match(step, "^In (.+), line (\\d+), insert `(.+)` after `(.+)`\\.$") is { Success: true } insert)
        {
            Edit(insert, insert.Groups[4].Value, insert.Groups[4].Value + insert.Groups[3].Value);
        }
        else if (Regex.Match(step, "^Unset the environment variable (.+)\\.$") is { Success: true } unset)
        {
            Assert.IsTrue(repo.Variables.Remove(unset.Groups[1].Value), step);
        }
        else if (Regex.Match(step, "^Run: export NUGET_PACKAGES=(.+)$") is { Success: true } packages)
        {
            repo.Packages = packages.Groups[1].Value;
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

    private static void Edit(Match place, string old, string by)
    {
        string[] lines = File.ReadAllLines(place.Groups[1].Value);
        int line = int.Parse(place.Groups[2].Value, System.Globalization.CultureInfo.InvariantCulture) - 1;
        Assert.Contains(old, lines[line], $"line {line + 1} of {place.Groups[1].Value}: {lines[line]}");
        lines[line] = lines[line].Replace(old, by, StringComparison.Ordinal);
        File.WriteAllLines(place.Groups[1].Value, lines);
    }
}
