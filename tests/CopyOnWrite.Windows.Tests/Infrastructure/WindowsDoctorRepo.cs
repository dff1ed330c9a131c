using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json.Nodes;
using CopyOnWrite.Tool.Tests.Infrastructure;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Windows.Tests.Infrastructure;

/// <summary>A restored repository of one library on a drive, for the doctor to look at.</summary>
internal sealed class WindowsDoctorRepo
{
    private readonly WindowsDrive _drive;

    private WindowsDoctorRepo(WindowsDrive drive, string packages)
    {
        _drive = drive;
        Variables["NUGET_PACKAGES"] = packages;
    }

    /// <summary>On this system.</summary>
    internal string Folder => Path.Combine(_drive.Folder, "letters");

    internal Dictionary<string, string> Variables { get; } = new(WindowsRepo.Variables);

    /// <param name="packages">The package cache, as Windows names it; on the repository's drive when left out.</param>
    internal static WindowsDoctorRepo New(WindowsDrive drive, string props = "", string project = "", string? sdk = null, string? packages = null)
    {
        var repo = new WindowsDoctorRepo(drive, packages ?? $@"{drive.Letter}:\packages");
        if (Directory.Exists(repo.Folder))
        {
            Directory.Delete(repo.Folder, recursive: true);
        }

        string version = WindowsRepo.SdkVersion;
        repo.Write("NuGet.config", $"""
            <configuration>
              <packageSources><clear /><add key="under-test" value="{Wine.PathOf(Repository.Packages)}" /></packageSources>
            </configuration>
            """);
        repo.Write("Directory.Build.props", $"<Project>\n{sdk ?? $"<Sdk Name=\"CopyOnWrite.Sdk\" Version=\"{version}\" />"}\n{props}\n</Project>\n");
        repo.Write("Directory.Build.targets", "<Project />");
        repo.Write("Directory.Packages.props", "<Project />");
        repo.Write("Letters.csproj", $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup><TargetFramework>net10.0</TargetFramework><EnableSourceLink>false</EnableSourceLink></PropertyGroup>
            {project}
            </Project>
            """);
        repo.Write("Letter.cs", "public class Letter;");
        repo.Restore();
        return repo;
    }

    internal void Write(string name, string content)
    {
        Directory.CreateDirectory(Folder);
        File.WriteAllText(Path.Combine(Folder, name), content);
    }

    internal void Restore()
    {
        string host = WindowsPrograms.Publish("CopyOnWrite.MSBuildHost");
        string msbuild = Wine.PathOf(Path.Combine(WindowsSdk.Folder, "MSBuild.dll"));
        WineResult result = Wine.Run(
            host,
            Folder,
            [msbuild, "Letters.csproj", "-t:Restore", "-p:RestoreForce=true", "-m:1", "-nodeReuse:false", "-nologo", "-verbosity:minimal"],
            new Dictionary<string, string>(Variables) { ["DOTNET_HOST_PATH"] = host });
        Assert.AreEqual(0, result.ExitCode, result.Output);
    }

    internal JsonNode Ask()
    {
        WineResult result = PackedTool.Run(Folder, ["doctor", "--json"], Variables);
        Assert.IsTrue(result.ExitCode is 0 or 1, $"exit code {result.ExitCode}\n{result.Output}");

        // After what Wine itself has to say.
        int begin = result.Output.IndexOf('{', StringComparison.Ordinal);
        Assert.IsGreaterThanOrEqualTo(0, begin, result.Output);
        return JsonNode.Parse(result.Output[begin..])!;
    }

    /// <summary>The check needs attention and says so; its fix, followed literally, makes it pass. What the doctor says after that.</summary>
    internal JsonNode NamesAndMends(string id, string named)
    {
        JsonNode answer = Ask();
        JsonNode check = Check(answer, id) ?? throw new AssertFailedException($"No check {id}: {answer.ToJsonString()}");
        Assert.AreEqual("attention", (string)check["status"]!, answer.ToJsonString());
        Assert.Contains(named, (string)check["title"]!, answer.ToJsonString());
        foreach (string step in ((string)check["fix"]!).Split('\n'))
        {
            Follow(step);
        }

        JsonNode after = Ask();
        Assert.AreNotEqual("attention", (string?)Check(after, id)?["status"], after.ToJsonString());
        return after;
    }

    internal static JsonNode? Check(JsonNode answer, string id) => answer["checks"]!.AsArray().SingleOrDefault(check => (string)check!["id"]! == id);

    /// <summary>As somebody would who types it into PowerShell and does not think.</summary>
    private void Follow(string step)
    {
        const string Here = "Run: $env:NUGET_PACKAGES = '";
        const string Lasting = "Run: setx NUGET_PACKAGES '";
        if (FileStep.TryFollow(step, _drive.PathHere))
        {
            return;
        }

        if (step.StartsWith("Unset the environment variable ", StringComparison.Ordinal))
        {
            Assert.IsTrue(Variables.Remove(step["Unset the environment variable ".Length..^1]), step);
        }
        else if (step.StartsWith(Here, StringComparison.Ordinal))
        {
            Variables["NUGET_PACKAGES"] = step[Here.Length..^1];
        }
        else if (step.StartsWith(Lasting, StringComparison.Ordinal))
        {
            Assert.AreEqual(Variables["NUGET_PACKAGES"], step[Lasting.Length..^1], step);
        }
        else
        {
            Assert.AreEqual("Run: dotnet restore --force", step, "Not a step that can be followed literally.");
            Restore();
        }
    }
}
