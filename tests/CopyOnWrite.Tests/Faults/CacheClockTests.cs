using System;
using System.IO;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tests.Faults;

/// <summary>
/// A clock that was ahead and is set back, for systems on a model, which keeps the times. On Linux a whole build has such a clock:
/// CloneCacheFaultTests of Sdk.Tests.
/// </summary>
public abstract class CacheClockTests : CacheFaultTests
{
    private static readonly TimeSpan s_year = TimeSpan.FromDays(365);

    /// <summary>By the clock of now it may change again at the moment at which it was changed last, and nothing would show it.</summary>
    [TestMethod]
    public void ASourceThatWasWrittenByAClockAheadIsCopiedAndSaidToBeTooNew()
    {
        string source = Lane.Take(3)[2];
        CachedSources();
        Lane.ChangedByAClockAhead(source, s_year);

        Assert.AreEqual(TooNew, Copy(source, "one"));
        Assert.IsFalse(File.Exists(Lane.InCache(source, CacheFiles.Entry)));
    }

    [TestMethod]
    public void ASourceThatIsReplacedAfterTheClockWasSetBackIsCopied()
    {
        string[] sources = CachedSources();
        ReplaceInPlace(sources, "rewritten");
        Lane.ChangedByAClockAhead(sources[0], -s_year);

        Assert.AreEqual(Outdated, Copy(sources[0], "one"));
        Assert.AreEqual(Cloned, Copy(sources[0], "two"));
    }

    /// <summary>It would be a year. A file that is just new is waited for, for seconds.</summary>
    [TestMethod]
    [Timeout(120_000)]
    public void WarmingDoesNotWaitForFilesThatWereWrittenByAClockAhead()
    {
        string[] sources = Lane.Take(50);
        foreach (string source in sources[1..])
        {
            Lane.ChangedByAClockAhead(source, s_year);
        }

        using CacheFill? fill = Lane.NewProcess().NewCacheFill(Lane.Folder, sources, out CacheProblem problem, out int error);

        Assert.IsNotNull(fill, $"{problem}, error {error}");
        fill.Run();
        Assert.AreEqual((1, 1), (fill.Count, fill.Present));
    }
}
