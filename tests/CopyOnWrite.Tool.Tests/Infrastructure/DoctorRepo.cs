using System.Text.Json.Nodes;
using CopyOnWrite.Sdk.Tests.Infrastructure;

namespace CopyOnWrite.Tool.Tests.Infrastructure;

/// <summary>A restored repository of one library, for the doctor to look at.</summary>
internal sealed record DoctorRepo(Repo Repo)
{
    internal static DoctorRepo New(VolumeUnderTest volume, string props = "", string? sdk = null)
    {
        Repo repo = Repo.New(volume);
        repo.Write("Directory.Build.props", $"<Project>\n{sdk ?? SdkPackage.SdkElement}\n{props}\n</Project>\n");
        repo.Write("Letters.csproj", $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup>
            </Project>
            """);
        repo.Write("Letter.cs", "public class Letter;");
        return new DoctorRepo(repo);
    }

    internal DoctorRepo Restored()
    {
        Repo.OutputOf("restore", "--force");
        return this;
    }

    internal Answer Ask(params string[] arguments) => Cow.Run(Repo.Folder, ["doctor", .. arguments], Repo.Packages, Repo.Variables);

    internal JsonNode Names(string id, string named, int exitCode = 1)
    {
        JsonNode answer = Ask("--json").Ended(exitCode).Json;

        // What the text has as its first line.
        string summary = (string)answer["summary"]!;
        Assert.StartsWith(exitCode == 1 ? "Needs attention: " : "OK, with a hint: ", summary, answer.ToJsonString());
        Assert.Contains(named, summary, answer.ToJsonString());
        return answer["checks"]!.AsArray().Single(check => (string)check!["id"]! == id)!;
    }

    internal Answer IsWell()
    {
        Answer after = Ask().Ended(0);
        Assert.StartsWith("OK: CopyOnWrite.Sdk's Copy task is used in Letters", after.FirstLine, after.Text);
        return after;
    }

    internal IReadOnlyList<string> Files() =>
        [.. Directory.EnumerateFileSystemEntries(
            Repo.Folder, "*", new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = 0 }).Order()];
}
