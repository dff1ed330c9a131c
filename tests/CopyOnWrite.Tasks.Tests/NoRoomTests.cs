using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using CopyOnWrite.Measurement;
using CopyOnWrite.Testing;
using Microsoft.Build.Framework;
using Microsoft.VisualStudio.TestTools.UnitTesting;
using Microsoft.Win32.SafeHandles;

namespace CopyOnWrite.Tasks.Tests;

/// <summary>
/// A file that replaces one and for which there is no space even without the old one, and what happens if there is space later in the call.
/// </summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class NoRoomTests
{
    private const int Length = 30_000_000;

    [TestMethod]
    public void ItIsTriedAgainAloneOnceTheOthersOfTheCallAreDone()
    {
        using var call = new FullCall("large.bin", "small-1.txt", "small-2.txt");

        // The first file of a call is always tried before the others, whose messages come when they are done.
        Copy task = call.New(retries: 0, message => message.Contains("small", StringComparison.Ordinal), call.MakeRoom);

        Assert.IsTrue(task.Execute(), call.ToString());

        Assert.AreEqual(Length, new FileInfo(call.Destination).Length);
        Assert.HasCount(3, task.CopiedFiles);
        Assert.Contains("3 copied", call.Summary, call.ToString());
        Assert.DoesNotContain("left", call.Summary, call.ToString());
    }

    [TestMethod]
    public void WithoutRoomThenEitherItFailsOnceAndTheOldFileStays()
    {
        using var call = new FullCall("large.bin", "small-1.txt", "small-2.txt");
        Copy task = call.New(retries: 0, _ => false, () => { });

        Assert.IsFalse(task.Execute(), call.ToString());

        Assert.AreEqual(FullCall.Old, File.ReadAllText(call.Destination));
        Assert.HasCount(2, task.CopiedFiles);
        Assert.HasCount(1, call.Errors, call.ToString());
    }

    /// <summary>It waits for space, and meanwhile its destination goes to the built-in.</summary>
    [TestMethod]
    public void HandedToTheBuiltInAfterItHasWaitedItIsCountedOnce()
    {
        using var call = new FullCall("large.bin");
        Copy task = call.New(retries: 1, message => message.StartsWith("Copying file from", StringComparison.Ordinal), () =>
        {
            File.Delete(call.Destination);
            File.CreateSymbolicLink(call.Destination, "elsewhere.bin");
            call.MakeRoom();
        });
        task.TaskEnvironment = TaskEnvironment.CreateWithProjectDirectoryAndEnvironment(
            Path.GetTempPath(), new Dictionary<string, string> { ["MSBUILDCOPYTASKPARALLELISM"] = "1" });

        Assert.IsTrue(task.Execute(), call.ToString());

        Assert.AreEqual(
            Length,
            new FileInfo(call.Destination).ResolveLinkTarget(true) is FileInfo target
                ? target.Length
                : new FileInfo(call.Destination).Length);
        Assert.Contains(", 1 left to the built-in task (", call.Summary, call.ToString());
    }

    /// <summary>A call to a volume with space for a third of the large file, which replaces a small one.</summary>
    private sealed class FullCall : IDisposable
    {
        internal const string Old = "as it was";

        private readonly VolumeUnderTest _sources = VolumeUnderTest.Require("plain");
        private readonly VolumeUnderTest _full = VolumeUnderTest.Require("full");
        private readonly string[] _names;
        private RecordingEngine _engine = new();

        internal FullCall(params string[] names)
        {
            _names = names;
            foreach (string name in names)
            {
                File.WriteAllBytes(_sources.PathOf(name), new byte[name.StartsWith("large", StringComparison.Ordinal) ? Length : 10]);
            }

            File.WriteAllText(Destination, Old);
            using SafeFileHandle filler = File.OpenHandle(
                Filler, FileMode.CreateNew, FileAccess.Write, preallocationSize: Volume.At(_full.Folder).FreeBytes - (Length / 3));
        }

        internal string Destination => _full.PathOf("large.bin");

        internal IEnumerable<BuildErrorEventArgs> Errors => _engine.Events.OfType<BuildErrorEventArgs>();

        internal string Summary => _engine.Events.Single(e => e.Message!.StartsWith("CopyOnWrite: ", StringComparison.Ordinal)).Message!;

        private string Filler => _full.PathOf("filler");

        internal void MakeRoom() => File.Delete(Filler);

        /// <param name="then">Done once, at the first message that is meant.</param>
        internal Copy New(int retries, Func<string, bool> isMeant, Action then)
        {
            bool done = false;
            _engine = new RecordingEngine
            {
                OnMessage = text =>
                {
                    if (!done && isMeant(text))
                    {
                        done = true;
                        then();
                    }
                },
            };
            return new Copy
            {
                BuildEngine = _engine,
                Retries = retries,
                RetryDelayMilliseconds = 1,
                SourceFiles = [.. _names.Select(name => new ProjectItem(_sources.Folder, _sources.PathOf(name)))],
                DestinationFiles = [.. _names.Select(name => new ProjectItem(_full.Folder, _full.PathOf(name)))],
            };
        }

        public override string ToString() => _engine.ToString();

        public void Dispose()
        {
            _full.Dispose();
            _sources.Dispose();
        }
    }
}
