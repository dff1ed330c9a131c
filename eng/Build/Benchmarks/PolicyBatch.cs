using System;
using System.Globalization;

namespace CopyOnWrite.Build.Benchmarks;

/// <summary>One line of policy.c: some files of one size, copied one way. Times in µs a file.</summary>
/// <param name="Situation">"settled", "one", "all", "net", or "given" for files that somebody else wrote.</param>
/// <param name="Mode">"clone", "clone-all" (write-back of all sources is started first), "write", "write-again", "sendfile", "none".</param>
/// <param name="Call">Until the calls return, which is what a build waits for.</param>
/// <param name="CallMedian">The same of the middle file; files that met a full journal or a throttled writer are not in it.</param>
/// <param name="WriteBack">From then on until all is on the disk, sources included.</param>
/// <param name="DirtyPages">Of a source, just before it is copied.</param>
/// <param name="Ask">What the call cost that counted them (cachestat).</param>
internal sealed record PolicyBatch(
    string Situation, long Size, int Round, string Mode, int Files, double Call, double CallMedian, double WriteBack, double DirtyPages, double Ask)
{
    internal static PolicyBatch Parse(string line)
    {
        string[] words = line.Split(' ');
        double Number(int index) => double.Parse(words[index], CultureInfo.InvariantCulture);
        return words.Length == 10
            ? new PolicyBatch(
                words[0], (long)Number(1), (int)Number(2), words[3], (int)Number(4), Number(5), Number(6), Number(7), Number(8), Number(9))
            : throw new FormatException($"policy.c wrote: {line}");
    }
}
