using System;

namespace CopyOnWrite.Measurement;

/// <param name="Output">Both streams, lines in the order in which they came.</param>
public sealed record DotNetResult(int ExitCode, string Output, TimeSpan Elapsed, string CommandLine)
{
    public bool Succeeded => ExitCode == 0;

    /// <exception cref="InvalidOperationException">It failed; the message has its output.</exception>
    public DotNetResult ThrowIfFailed() =>
        Succeeded ? this : throw new InvalidOperationException($"{CommandLine} failed:{Environment.NewLine}{Output}");
}
