namespace CopyOnWrite.Sdk.Tests;

/// <summary>
/// A target with Inputs and Outputs takes an output that is newer than its input for up to date, whatever is in it: no Copy comes that
/// could repair it.
/// </summary>
[TestClass]
public sealed class KilledIncrementalBuildTests
{
    // Every way to copy a file reads it by one of these.
    private const string Reading = "read,pread64,sendfile,copy_file_range,mmap";

    [TestMethod]
    [DataRow("plain", "btrfs", DisplayName = "between volumes, into an empty cache")]
    [DataRow("tmpfs", "plain", DisplayName = "between volumes that cannot clone")]
    public void AKilledBuildLeavesNoPartOfAFileThatTheNextBuildTakesForUpToDate(string from, string to)
    {
        using VolumeUnderTest sourceVolume = VolumeUnderTest.Require(from);
        using VolumeUnderTest volume = VolumeUnderTest.Require(to);
        string[] sources = [.. Enumerable.Range(0, 3).Select(i => sourceVolume.PathOf($"{i}.bin"))];
        Array.ForEach(sources, source => File.WriteAllText(source, new string('s', 1 << 20)));
        Repo repo = Repo.New(volume);
        repo.Write("copies.proj", $"""
            <Project DefaultTargets="Build">
              <Import Project="Directory.Build.props" />
              <ItemGroup><Source Include="{string.Join(';', sources)}" /></ItemGroup>
              <Target Name="Build" Inputs="@(Source)" Outputs="@(Source->'out/%(Filename)%(Extension)')">
                <Copy SourceFiles="@(Source)" DestinationFolder="out" />
              </Target>
            </Project>
            """);

        foreach (string killedAt in sources)
        {
            KilledBuild.Run(repo, "copies.proj", Reading, killedAt, 1);
            Assert.IsTrue(repo.Run(["build", "copies.proj", "-nologo"]).Succeeded);
            string[] lengths = [.. sources.Select(source => Path.Combine(repo.PathOf("out"), Path.GetFileName(source)))
                .Select(path => $"{Path.GetFileName(path)} has {new FileInfo(path).Length} bytes")];
            Assert.IsTrue(lengths.All(line => line.Contains($"{1 << 20}", StringComparison.Ordinal)), string.Join(", ", lengths));
            Directory.Delete(repo.PathOf("out"), recursive: true);

            // Or the next file would be cloned from it, and not read.
            Directory.Delete(Directory.CreateDirectory(repo.PathOf(".copyonwrite-cache")).FullName, recursive: true);
        }
    }
}
