using System;
using System.IO;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.Json;
using CopyOnWrite.Linux;
using CopyOnWrite.Testing;
using CopyOnWrite.Tool.Bench;
using CopyOnWrite.Tool.Doctor.Checks;
using CopyOnWrite.Tool.Doctor.Windows;
using CopyOnWrite.Tool.Output;
using CopyOnWrite.Tool.Tests.Infrastructure;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tool.Tests.Fuzz;

/// <summary>Files and answers that the tool's commands read: taken, or refused with a sentence.</summary>
[TestClass]
public sealed class ToolFileFuzzTests
{
    private const int FormatAndSource = 64;    // A number of eight bytes, and seven for the source: CacheRecord.
    private const int OneInSoManyIsDrawn = 1000;

    [TestMethod]
    [TestCategory(Fuzzer.Category)]
    public void AResultOfBench()
    {
        int taken = 0;
        Fuzzer.Text(
            [
                JsonSerializer.Serialize(BenchResults.Of([1, 2, 3, 4, 5], [1, 2, 3, 2, 1]), JsonFormat.Options),
                JsonSerializer.Serialize(BenchResults.Of([1, 2], [1, 2], difference: "a differs"), JsonFormat.Options),
            ],
            text =>
            {
                try
                {
                    BenchResult result = BenchFiles.Parse(text, "result.json");
                    if (taken++ % OneInSoManyIsDrawn == 0)
                    {
                        // Its intervals take ten thousand draws each.
                        var report = new BenchReport(result);
                        _ = report.Markdown().Length + report.Html().Length + JsonSerializer.Serialize(result, JsonFormat.Options).Length;
                    }

                    return true;
                }
                catch (BadInputException)
                {
                    return false;
                }
            },
            few: 1_000);
    }

    [TestMethod]
    [TestCategory(Fuzzer.Category)]
    public void APercentage() => Fuzzer.Text(
        ["3%", "2.5", "10 %"],
        text =>
        {
            try
            {
                Assert.IsTrue(BenchCommand.Percent(text) is >= 0 and < double.PositiveInfinity);
                return true;
            }
            catch (BadInputException)
            {
                return false;
            }
        },
        few: 5_000);

    [TestMethod]
    [TestCategory(Fuzzer.Category)]
    public void AVersion() => Fuzzer.Text(
        ["<package><metadata><version>1.2.3-beta.1+abc</version></metadata></package>", "<version>0.1.0</version>"],
        text =>
        {
            string? version = VersionCheck.VersionIn(text);
            Assert.IsFalse(version is not null && VersionCheck.IsOlder(version, "0.1.0") && VersionCheck.IsOlder("0.1.0", version));
            return version is not null;
        },
        few: 5_000);

    [TestMethod]
    [TestCategory(Fuzzer.Category)]
    public void AnAnswerOfFsutil() => Fuzzer.Text(
        ["This is a trusted developer volume.\r\n\r\nFilters allowed on any developer volume:\r\n    WdFilter\r\n"],
        text => DevDrive.Finding("D:", "ReFS", new Said(text)).Title.Length > 0,
        few: 2_000);

    [TestMethod]
    [TestCategory(Fuzzer.Category)]
    public void ARecordOfTheCache()
    {
        if (!OperatingSystem.IsLinux())
        {
            Assert.Inconclusive("Linux alone has a cache.");
        }

        using var folder = VolumeUnderTest.InTemporaryFolder();
        string source = folder.PathOf("source.dll");
        string entry = folder.PathOf("0123456789abcdef.entry");
        string record = folder.PathOf("0123456789abcdef.record");
        File.WriteAllText(source, "content");
        File.WriteAllText(entry, "content");
        byte[] path = Encoding.UTF8.GetBytes(source);
        CacheRecord of = CacheRecord.Of(StatusOf(source), StatusOf(entry));
        byte[] good = [.. MemoryMarshal.AsBytes(new ReadOnlySpan<CacheRecord>(in of)), .. path];
        Fuzzer.Bytes(
            [good],
            bytes =>
            {
                File.WriteAllBytes(record, bytes);
                EntryState state = CacheReader.Read(new FileInfo(entry)).State;
                Assert.IsTrue(
                    state != EntryState.Usable || bytes.AsSpan(0, FormatAndSource).SequenceEqual(good.AsSpan(0, FormatAndSource)));
                return state == EntryState.Usable;
            },
            few: 1_000);
    }

    private static unsafe LinuxNative.Statx StatusOf(string path)
    {
        fixed (byte* start = Encoding.UTF8.GetBytes(path + '\0'))
        {
            Assert.IsTrue(LinuxNative.TryGetStatus(LinuxNative.AT_FDCWD, start, out LinuxNative.Statx status), path);
            return status;
        }
    }

    private sealed class Said(string answer) : IDevDriveQuery
    {
        public string? Query(string volume) => answer;
    }
}
