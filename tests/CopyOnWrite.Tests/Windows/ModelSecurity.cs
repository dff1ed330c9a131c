namespace CopyOnWrite.Tests.Windows;

/// <summary>Security descriptors as Windows writes them ([MS-DTYP] 2.5.1), for the model's folders.</summary>
internal static class ModelSecurity
{
    internal const string FullControl = "FA";
    internal const string Modify = "0x1301bf";
    internal const string ReadAndExecute = "0x1200a9";

    internal const string System = "SY";
    internal const string Administrators = "BA";
    internal const string Users = "BU";
    internal const string AuthenticatedUsers = "AU";
    internal const string Everyone = "WD";
    internal const string CreatorOwner = "CO";

    internal static string User(uint number) => $"S-1-5-21-1-2-3-{number}";

    /// <summary>What a new folder at the root of a data volume inherits (icacls of one that Windows formatted).</summary>
    internal static string AsADataVolumeHasIt(string owner) => Of(
        owner,
        Allowed(FullControl, Administrators, "OICIID"),
        Allowed(FullControl, System, "OICIID"),
        Allowed(Modify, AuthenticatedUsers, "OICIID"),
        Allowed(ReadAndExecute, Users, "OICIID"));

    internal static string Of(string owner, params string[] entries) => $"O:{owner}D:AI{string.Concat(entries)}";

    /// <param name="flags">By default, files and folders in it inherit the entry.</param>
    internal static string Allowed(string rights, string user, string flags = "OICI") => $"(A;{flags};{rights};;;{user})";
}
