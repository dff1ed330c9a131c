namespace CopyOnWrite.Windows.Tests;

/// <summary>The packed SDK in real builds on Windows' API, from one line in Directory.Build.props, compared with the built-in.</summary>
[TestClass]
public sealed class PackedSdkOnWindowsTests
{
    private static readonly string[] s_builds = ["clean build", "no-op build", "build after a change"];

    [TestMethod]
    public void OutputsAreTheSameWithAndWithoutTheSdk()
    {
        Wine.Require();
        Wine.Be(19045);

        (TreeSnapshot[] without, IReadOnlyList<string>[] none) = BuildThreeTimes(withSdk: false);
        (TreeSnapshot[] with, IReadOnlyList<string>[] lines) = BuildThreeTimes(withSdk: true);

        for (int i = 0; i < s_builds.Length; i++)
        {
            // Windows counts time in 100 ns; what the file system below Wine keeps beyond that does not count.
            string[] differences = [.. without[i]
                .Differences(with[i], MtimeComparison.ByOrigin)
                .Where(line => !Regex.IsMatch(line, " differ by [0-9]{1,2} ns$"))];
            Assert.IsEmpty(differences, $"{s_builds[i]}:\n{string.Join('\n', differences.Take(40))}");
            Assert.IsEmpty(none[i]);
            Assert.IsNotEmpty(lines[i], s_builds[i]);
            string all = string.Join('\n', lines[i]);
            Assert.DoesNotContain("left to the built-in task", all, s_builds[i]);
            Assert.AreEqual(i != 1, all.Contains(" copied (", StringComparison.Ordinal), $"{s_builds[i]}:\n{all}");
        }
    }

    [TestMethod]
    public void OutputsShareTheirBlocksWithThePackagesOnADriveThatClones()
    {
        Wine.RequireClones();
        Wine.Be(19045);
        WindowsRepo repo = WindowsRepo.New(withSdk: true, Wine.DriveD, """<PackageReference Include="Referenced" Version="1.0.0" />""");
        byte[] content = PackageFile.Write(
            Path.Combine(repo.Folder, "feed"), "Referenced", typeof(Microsoft.Build.Locator.MSBuildLocator).Assembly.Location);
        string package = Path.Combine(Wine.DriveD, "packages", "referenced", "1.0.0", "lib", "net10.0", "Microsoft.Build.Locator.dll");
        string output = Path.Combine(repo.Folder, "Program", "bin", "Debug", "net10.0", "Microsoft.Build.Locator.dll");

        string recent = string.Join('\n', repo.Build("-restore"));
        CollectionAssert.AreEqual(content, File.ReadAllBytes(output));
        Assert.Contains("not yet flushed to disk", recent);
        Assert.AreEqual(0, Extents.BytesInCommon(package, output), recent);

        File.Delete(output);
        string later = string.Join('\n', repo.BuildAnHourLater());
        CollectionAssert.AreEqual(content, File.ReadAllBytes(output));
        Assert.IsGreaterThanOrEqualTo(content.Length, Extents.BytesInCommon(package, output), later); // In whole blocks.
    }

    /// <summary>The layout of a Dev Box: packages on C:, the repository on a Dev Drive.</summary>
    [TestMethod]
    public void OutputsShareTheirBlocksWithTheCacheWhenThePackagesAreOnDriveC()
    {
        Wine.RequireClones();
        Wine.Be(19045);
        string packages = Path.Combine(Wine.DriveC, "packages-of-cache-test");
        WindowsRepo repo = WindowsRepo.New(
            withSdk: true, Wine.DriveD, """<PackageReference Include="Cached" Version="1.0.0" />""", packages);
        string assembly = typeof(TestMethodAttribute).Assembly.Location;
        byte[] content = PackageFile.Write(Path.Combine(repo.Folder, "feed"), "Cached", assembly);
        Assert.IsGreaterThan(64 * 1024, content.Length, "Smaller files are not cached.");
        string output = Path.Combine(repo.Folder, "Program", "bin", "Debug", "net10.0", Path.GetFileName(assembly));

        // What was just restored is too recent.
        string recent = string.Join('\n', repo.Build("-restore"));
        Assert.Contains("on another volume", recent);
        Assert.DoesNotContain("being added to the cache", recent);

        File.Delete(output);
        string first = string.Join('\n', repo.BuildAnHourLater("-p:CopyOnWriteCacheWait=true"));
        Assert.Contains("1 on another volume, being added to the cache", first);
        string entry = Directory.GetFiles(Path.Combine(repo.Folder, ".copyonwrite-cache"), "*.entry").Single();
        CollectionAssert.AreEqual(content, File.ReadAllBytes(output));

        File.Delete(output);
        string second = string.Join('\n', repo.BuildAnHourLater());
        Assert.Contains("1 cloned from the cache", second);
        CollectionAssert.AreEqual(content, File.ReadAllBytes(output));
        Assert.IsGreaterThanOrEqualTo(content.Length, Extents.BytesInCommon(entry, output), second); // In whole blocks.
    }

    private static (TreeSnapshot[] Outputs, IReadOnlyList<string>[] Lines) BuildThreeTimes(bool withSdk)
    {
        WindowsRepo repo = WindowsRepo.New(withSdk, libraries: true);
        var outputs = new TreeSnapshot[s_builds.Length];
        var lines = new IReadOnlyList<string>[s_builds.Length];
        for (int i = 0; i < s_builds.Length; i++)
        {
            if (i == 2)
            {
                repo.Write("Parts/Parts.cs", "public static class Parts { public static int Count => 3; }\n");
            }

            lines[i] = repo.Build(i == 0 ? ["-restore"] : []);
            outputs[i] = repo.Outputs();
        }

        return (outputs, lines);
    }
}
