namespace CopyOnWrite.Tests.OnWindows;

/// <summary>Where Wine has another error than Windows.</summary>
internal static class WineErrors
{
    /// <summary>For a name of more than 255 characters: ERROR_INVALID_NAME, under Wine 8 ERROR_FILE_NOT_FOUND.</summary>
    internal static Reason NameTooLong => NativeLibrary.TryGetExport(NativeLibrary.Load("ntdll.dll"), "wine_get_version", out _)
        ? Reason.OtherError
        : Reason.UnsupportedPath;
}
