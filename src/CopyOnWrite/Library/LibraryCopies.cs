using System;
using System.IO;
using System.Runtime.InteropServices;

namespace CopyOnWrite;

/// <summary>The library's calls that clone or copy: without a build's additions, and with exceptions for failures.</summary>
internal static class LibraryCopies
{
    private const int HResultOfWin32 = unchecked((int)0x80070000); // HRESULT_FROM_WIN32, winerror.h

    internal static readonly CopyOptions Options = new() { CopyByDotNet = true };

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
}
