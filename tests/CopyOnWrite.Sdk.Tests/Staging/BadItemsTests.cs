namespace CopyOnWrite.Sdk.Tests.Staging;

/// <summary>
/// Items that cannot be staged: one error each, with its code and a page that the package has; the others are staged, and the build fails.
/// </summary>
[TestClass]
public sealed class BadItemsTests : OnBtrfs
{
    [TestMethod]
    public void EachIsOneErrorWithItsPageAndTheRestIsStaged()
    {
        (string Code, string Attributes)[] bad =
        [
            ("COW1020", """Include="files" """),
            ("COW1020", """Include="files" DestinationFolder="\staged" """),
            ("COW1021", """Include="files" DestinationFolder="staged/1021" IsRecursive="maybe" """),
            ("COW1022", """Include="files" DestinationFolder="staged/1022" FileMatch="&quot;a b" """),
            ("COW1023", """Include="none.txt" DestinationFolder="staged/1023" """),
            ("COW1025", """Include="loop" DestinationFolder="staged/1025" """),
            ("COW1026", """Include="files" DestinationFolder="files/inner" FileMatch="a.txt" """),
            ("COW1027", """Include="files" DestinationFolder="staged/1027" FileMatch="a.txt" """),
        ];
        Repo repo = StagingRepo.New(_volume, $"""
              <PropertyGroup><CopyRetryCount>1</CopyRetryCount><CopyRetryDelayMilliseconds>1</CopyRetryDelayMilliseconds></PropertyGroup>
              <ItemGroup>
                {string.Concat(bad.Select(b => $"<Artifact {b.Attributes} />\n"))}
                <Artifact Include="files" DestinationFolder="staged/good" />
              </ItemGroup>
            """);
        repo.Write("loop/in.txt", "beside the loop");
        Directory.CreateSymbolicLink(repo.PathOf("loop/back"), repo.PathOf("loop"));
        Directory.CreateDirectory(repo.PathOf("staged/1027/a.txt"));

        RepoBuild build = repo.BuildWithoutRestore().Failed();

        CollectionAssert.AreEquivalent(
            bad.Select(b => b.Code).ToArray(), build.Log.Errors.Select(e => e.Code).ToArray(), build.Result.Output);
        foreach (BuildDiagnostic error in build.Log.Errors)
        {
            NamedPage.AssertHas(error.Text, error.Code);
        }

        repo.AssertSame("files", "staged/good");
        repo.AssertNames("staged", build, "1025/in.txt", "1027/inner/a.txt", "good/a.txt", "good/inner/a.txt", "good/inner/b.txt");
    }
}
