using System;
using System.Collections.Generic;
using System.IO;
using System.Runtime.InteropServices;
using System.Threading;

namespace CopyOnWrite;

/// <summary>The library's calls that clone or copy: without a build's additions, and with exceptions for failures.</summary>
internal static class LibraryCopies
{
    private const int HResultOfWin32 = unchecked((int)0x80070000); // HRESULT_FROM_WIN32, winerror.h

    internal static readonly CopyOptions Options = new() { CopyByDotNet = true };

    internal static IReadOnlyList<FileResult> CloneOrCopyAll(
        Platform platform, IReadOnlyList<(string Source, string Destination)> files, bool overwrite, CancellationToken cancellation)
    {
        Split(files, out string[] sources, out string[] destinations);
        var results = new FileResult[sources.Length];
        using var run = new CopyRun(NewCall(platform, overwrite), Options, sources, destinations, cancellation);
        while (run.TryNext(out _))
        {
        }

        for (int i = 0; i < results.Length; i++)
        {
            Exception? error = run[i].IsReached
                ? ErrorOf(run[i], sources[i], destinations[i])
                : new OperationCanceledException(cancellation);

            // What .NET threw has no outcome.
            CloneOutcome outcome = run[i] is { Error: { } thrown, Outcome.Kind: OutcomeKind.None }
                ? CloneOutcome.NotHandled(DotNetError.ReasonOf(thrown), DotNetError.NumberOf(thrown))
                : run[i].Outcome;
            results[i] = new FileResult { Source = sources[i], Destination = destinations[i], Outcome = outcome, Error = error };
        }

        return results;
    }

    internal static CloneCall NewCall(Platform platform, bool overwrite) => new(platform, Mode: CloneMode.Explicit, Overwrites: overwrite);

    /// <summary>The exception that File.Copy would throw; null where the file was cloned or copied.</summary>
    internal static Exception? ErrorOf(in FileOutcome outcome, string source, string destination)
    {
        if (outcome.IsWritten || outcome.Error is not null)
        {
            // What .NET throws for EFBIG (Interop.IOErrors.cs).
            return outcome.Error is ArgumentOutOfRangeException tooLarge ? new IOException(tooLarge.Message, tooLarge) : outcome.Error;
        }

        Reason reason = outcome.Outcome.Reason;
        int error = outcome.Outcome.ErrorNumber;
        string message = $"{source} was not copied to {destination}: {ReasonText.Of(reason)}.";
        return reason switch
        {
            Reason.SourceMissing => new FileNotFoundException(message, source),
            Reason.DestinationFolderMissing => new DirectoryNotFoundException(message),
            Reason.DestinationIsReadOnly => new UnauthorizedAccessException(message),
            _ when error == 0 => new IOException(message),
            _ => new IOException(message, RuntimeInformation.IsOSPlatform(OSPlatform.Windows) ? HResultOfWin32 | error : error),
        };
    }

    /// <exception cref="ArgumentException">A path is null, empty or not a path, or both are the same.</exception>
    internal static (string Source, string Destination) Absolute(string source, string destination)
    {
        string from = Path.GetFullPath(source ?? throw new ArgumentNullException(nameof(source)));
        string to = Path.GetFullPath(destination ?? throw new ArgumentNullException(nameof(destination)));
        return from != to ? (from, to) : throw new ArgumentException("Source and destination are the same path.", nameof(destination));
    }

    private static void Split(
        IReadOnlyList<(string Source, string Destination)> files, out string[] sources, out string[] destinations)
    {
        bool ignoresCase = !RuntimeInformation.IsOSPlatform(OSPlatform.Linux);
        var seen = new HashSet<string>(ignoresCase ? StringComparer.OrdinalIgnoreCase : StringComparer.Ordinal);
        sources = new string[files.Count];
        destinations = new string[files.Count];
        for (int i = 0; i < sources.Length; i++)
        {
            (sources[i], destinations[i]) = Absolute(files[i].Source, files[i].Destination);
            if (!seen.Add(destinations[i]))
            {
                throw new ArgumentException($"Two files have the destination {destinations[i]}.", nameof(files));
            }
        }
    }
}
