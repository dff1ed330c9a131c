using System;
using System.Globalization;
using System.IO;

namespace CopyOnWrite.Benchmarks;

/// <summary>A file that is copied, as the published matrix has them.</summary>
/// <param name="Written">Else only its length is set, and it has no data.</param>
public sealed record SourceFile(int Size, bool Written)
{
    /// <summary>The published sizes, and two that are not whole blocks, as no real assembly is.</summary>
    internal static int[] Sizes { get; } = [0, 1, 1024, 16_384, 18_321, 262_144, 280_001, 1_048_576, 16_777_216];

    /// <summary>In one width: BenchmarkDotNet sorts its rows by this text.</summary>
    public override string ToString() =>
        string.Create(CultureInfo.InvariantCulture, $"{Size,10:N0} {(Size == 0 ? "empty" : Written ? "wrote data" : "extents only")}");

    /// <summary>On the disk when this returns: what a clone of a fresh file costs is another benchmark's question.</summary>
    internal void Create(string path)
    {
        using FileStream file = File.Create(path);
        if (Written)
        {
            byte[] content = new byte[Size];
            new Random(Size).NextBytes(content);
            file.Write(content);
        }
        else
        {
            file.SetLength(Size);
        }

        file.Flush(flushToDisk: true);
    }
}
