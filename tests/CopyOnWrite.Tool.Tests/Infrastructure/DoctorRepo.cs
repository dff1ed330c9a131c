using CopyOnWrite.Sdk.Tests.Infrastructure;

namespace CopyOnWrite.Tool.Tests.Infrastructure;

/// <summary>A restored repository of one library, for the doctor to look at.</summary>
internal sealed record DoctorRepo(Repo Repo)
{
    internal static DoctorRepo New(VolumeUnderTest volume)
    {
        Repo repo = Repo.New(volume);
        repo.Write("Directory.Build.props", $"<Project>{SdkPackage.SdkElement}</Project>");
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

    internal IReadOnlyList<string> Files() =>
        [.. Directory.EnumerateFileSystemEntries(
            Repo.Folder, "*", new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = 0 }).Order()];
}
