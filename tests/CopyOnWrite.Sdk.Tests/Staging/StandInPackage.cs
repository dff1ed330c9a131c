namespace CopyOnWrite.Sdk.Tests.Staging;

/// <summary>Microsoft.Build.Artifacts' properties and targets without its task: a build whose staging is not ours fails.</summary>
internal static class StandInPackage
{
    internal const string Id = "Microsoft.Build.Artifacts";
    internal const string MissingAssembly = "stand-in-tasks.dll";

    internal const string Props = """
        <Project>
          <Import Project="$(CustomBeforeArtifactsProps)" Condition="Exists('$(CustomBeforeArtifactsProps)')" />
          <PropertyGroup Condition="'$(EnableArtifacts)' != 'false'">
            <UsingMicrosoftArtifactsSdk>true</UsingMicrosoftArtifactsSdk>
          </PropertyGroup>
          <Import Project="$(CustomAfterArtifactsProps)" Condition="Exists('$(CustomAfterArtifactsProps)')" />
        </Project>
        """;

    private const string Version = "0.0.1";

    internal static string Reference(string item) => $"<{item} Include=\"{Id}\" Version=\"{Version}\" PrivateAssets=\"all\" />";

    internal static string Targets => $"""
        <Project>
          <Import Project="$(CustomBeforeArtifactsTargets)" Condition="Exists('$(CustomBeforeArtifactsTargets)')" />
          <UsingTask TaskName="Robocopy" AssemblyFile="$(MSBuildThisFileDirectory){MissingAssembly}" />
          <ItemDefinitionGroup>
            <Artifact><VerifyExists>true</VerifyExists></Artifact>
            <Robocopy><VerifyExists>true</VerifyExists></Robocopy>
          </ItemDefinitionGroup>
          {Target("CopyArtifacts", "Artifact")}
          {Target("RobocopyFiles", "Robocopy")}
          <Import Project="$(CustomAfterArtifactsTargets)" Condition="Exists('$(CustomAfterArtifactsTargets)')" />
        </Project>
        """;

    /// <summary>Makes the package, and has the repository find it beside ours.</summary>
    internal static void AddTo(Repo repo)
    {
        string feed = Directory.CreateDirectory(repo.PathOf("feed")).FullName;
        using (ZipArchive package = ZipFile.Open(Path.Combine(feed, $"{Id}.{Version}.nupkg"), ZipArchiveMode.Create))
        {
            package.Add($"{Id}.nuspec", $"""
                <package><metadata>
                  <id>{Id}</id><version>{Version}</version><authors>tests</authors><description>stand-in</description>
                  <developmentDependency>true</developmentDependency>
                </metadata></package>
                """);
            package.Add($"build/{Id}.props", Props);
            package.Add($"build/{Id}.targets", Targets);
        }

        repo.Write("NuGet.config", $"""
            <configuration><packageSources>
              <add key="under-test" value="{SdkPackage.Feed}" />
              <add key="stand-in" value="{feed}" />
            </packageSources></configuration>
            """);
    }

    private static string Target(string name, string item) => $"""
        <Target Name="{name}" AfterTargets="AfterBuild" DependsOnTargets="$({name}DependsOn)" Condition="'$(EnableArtifacts)' != 'false'">
          <Robocopy RetryCount="3" RetryWait="10" ShowDiagnosticTrace="false" ShowErrorOnRetry="true"
                    DisableCopyOnWrite="$([MSBuild]::ValueOrDefault('$(DisableCopyOnWrite)', 'false'))" ListCopiedFiles="true"
                    Sources="@({item})" Condition="'@({item})' != ''">
            <Output TaskParameter="CopiedFiles" ItemName="Staged" />
          </Robocopy>
        </Target>
        """;
}
