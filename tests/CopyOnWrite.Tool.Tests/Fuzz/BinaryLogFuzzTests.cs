using CopyOnWrite.Tool.MSBuild;
using CopyOnWrite.Tool.Report;

namespace CopyOnWrite.Tool.Tests.Fuzz;

/// <summary>Binary logs that are damaged in any way: a report, or a sentence.</summary>
[TestClass]
public sealed class BinaryLogFuzzTests
{
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(10);

    private static VolumeUnderTest s_folder = null!;
    private static byte[] s_log = null!;

    [ClassInitialize]
    public static async Task BuildOnce(TestContext context)
    {
        s_folder = VolumeUnderTest.InTemporaryFolder();
        File.WriteAllText(s_folder.PathOf("a.txt"), "a");
        File.WriteAllText(s_folder.PathOf("copies.proj"), $"""
            <Project>
              <UsingTask TaskName="Copy" Override="true"
                         AssemblyFile="{Path.Combine(AppContext.BaseDirectory, "CopyOnWrite.Sdk.Tasks.dll")}" />
              <Target Name="Copies">
                <Warning Code="W1" Text="A warning" />
                <Copy SourceFiles="a.txt;copies.proj" DestinationFolder="out" />
                <Microsoft.Build.Tasks.Copy SourceFiles="a.txt" DestinationFiles="out/b.txt" />
              </Target>
            </Project>
            """);
        DotNetResult result = await DotNet.RunAsync(s_folder.Folder, ["msbuild", "copies.proj", "-bl:whole.binlog", "-nologo"]);
        Assert.IsTrue(result.Succeeded, result.Output);
        s_log = LogBytes.Unpack(s_folder.PathOf("whole.binlog"));
    }

    [ClassCleanup]
    public static void DeleteFolder() => s_folder?.Dispose();

    [TestMethod]
    [TestCategory(Fuzzer.Category)]
    public void TheContentOfALog() => Fuzzer.Bytes([s_log], content => IsRead(LogBytes.Pack(content)), few: 60, s_limit);

    [TestMethod]
    [TestCategory(Fuzzer.Category)]
    public void ThePackedLog() => Fuzzer.Bytes([LogBytes.Pack(s_log)], IsRead, few: 60, s_limit);

    [TestMethod]
    public void ALogWithADamagedRecordIsRefused()
    {
        byte[] damaged = [.. s_log];
        int record = damaged.AsSpan().IndexOf("{\"format\":3"u8);
        Assert.IsGreaterThan(0, record, "The task's record is not in the log.");
        damaged[record] = (byte)'[';
        Assert.IsFalse(IsRead(LogBytes.Pack(damaged)));
    }

    private static bool IsRead(byte[] log)
    {
        string path = s_folder.PathOf($"{Guid.NewGuid():N}.binlog");
        File.WriteAllBytes(path, log);
        try
        {
            CopyReport report = CopyReport.Of(LogFile.Read(path));
            return report.Calls == 2;
        }
        catch (CommandFailedException e)
        {
            Assert.DoesNotContain("\n", e.Message);
            return false;
        }
        finally
        {
            File.Delete(path);
        }
    }
}
