namespace CopyOnWrite.Sdk.Tests.Infrastructure;

/// <summary>A repository with one project that compiles nothing: its target OnlyCopy copies a file, with whichever Copy it has.</summary>
internal static class CopyOnlyRepo
{
    internal const string OnlyCopy = """
          <Target Name="OnlyCopy">
            <Copy SourceFiles="source.txt" DestinationFiles="out/copied.txt" />
          </Target>
        """;

    internal const string OneFramework = "<TargetFramework>net10.0</TargetFramework>";

    internal static Repo New(VolumeUnderTest volume, bool withSdk, string body = "", string targetFrameworks = OneFramework)
    {
        Repo repo = Repo.New(volume, withSdk);
        repo.Write("source.txt", new string('x', 10_000));
        repo.Write("project.csproj", $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>{targetFrameworks}</PropertyGroup>
            {body}
            {OnlyCopy}
            </Project>
            """);
        return repo;
    }

    /// <summary>Builds without -restore, which only a package reference needs.</summary>
    internal static RepoBuild BuildOnlyCopy(this Repo repo, params string[] arguments) =>
        repo.Build(["msbuild", "-t:OnlyCopy", .. arguments]);
}
