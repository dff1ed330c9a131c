using CopyOnWrite.Sdk.Tests.Infrastructure;

namespace CopyOnWrite.Tool.Tests.Infrastructure;

/// <summary>A repository of one library, Letters.</summary>
internal static class LibraryRepo
{
    internal static Repo New(VolumeUnderTest volume, bool withSdk = true)
    {
        Repo repo = Repo.New(volume, withSdk);
        repo.Write(
            "Letters.csproj",
            """<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup></Project>""");
        repo.Write("Letter.cs", "public class Letter;");
        return repo;
    }
}
