using System.Globalization;

namespace CopyOnWrite.Windows;

/// <summary>
/// The security of a cache's folder, in the security descriptor definition language ([MS-DTYP] 2.5.1): one that lets no other user in, and
/// what is wrong with one that is found. The volume's default does not do: at the root of a data volume it commonly lets every user of the
/// machine change what others create.
/// </summary>
internal static class SecurityDescriptor
{
    private const string Access = "D:";

    // FILE_WRITE_DATA, FILE_APPEND_DATA, FILE_WRITE_EA, FILE_DELETE_CHILD, FILE_WRITE_ATTRIBUTES, DELETE, WRITE_DAC, WRITE_OWNER,
    // GENERIC_ALL and GENERIC_WRITE.
    private const uint AnyChange = 0x500D0156;

    // SYSTEM, Administrators, and CREATOR OWNER and OWNER RIGHTS: a file's creator and its owner, who have access anyhow.
    private static readonly string[] s_trusted = ["SY", "BA", "CO", "OW"];

    // Files and folders to read and to execute, the generic rights of both, READ_CONTROL; then FILE_READ_DATA, FILE_READ_EA, FILE_EXECUTE
    // and FILE_READ_ATTRIBUTES, which have the names of a directory service's rights.
    private static readonly string[] s_reading = ["FR", "FX", "GR", "GX", "RC", "CC", "SW", "WP", "LO"];

    /// <summary>The user owns the folder, and only the user, SYSTEM and Administrators have access; nothing is inherited.</summary>
    internal static string For(string user) => $"O:{user}D:P(A;OICI;FA;;;{user})(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)";

    /// <summary>
    /// Whether the folder belongs to another user, or others may change what is in it. What is not understood counts as the latter, and
    /// what denies access does not count.
    /// </summary>
    internal static CacheProblem ProblemOf(string descriptor, string user)
    {
        // "O:owner", "D:flags", and each entry in brackets, which the separator takes apart.
        string[] parts = descriptor.Split('(');
        int list = parts[0].IndexOf(Access, StringComparison.Ordinal);
        string owner = list < 0 ? parts[0] : parts[0].Substring(0, list);
        return !IsTrusted(owner, "O:", user) ? CacheProblem.WrongOwner

            // Without a list every user has access. An empty one lets no user in.
            : list < 0 || parts[0].EndsWith("NO_ACCESS_CONTROL", StringComparison.Ordinal) ? CacheProblem.WritableByOthers
            : parts.Skip(1).All(entry => IsHarmless(entry, user)) ? CacheProblem.None
            : CacheProblem.WritableByOthers;
    }

    /// <summary>Entries that only files in the folder inherit count as well. Other types are not found on files.</summary>
    /// <param name="entry">Type, flags, rights, two identifiers that files do not have, and whom it is for.</param>
    private static bool IsHarmless(string entry, string user)
    {
        string[] parts = entry.TrimEnd(')').Split(';');
        return parts.Length == 6
            && (parts[0] == "D" || (parts[0] == "A" && (OnlyReads(parts[2]) || IsTrusted(parts[5], string.Empty, user))));
    }

    /// <summary>Rights are a number or names of two letters each.</summary>
    private static bool OnlyReads(string rights) =>
        rights.StartsWith("0x", StringComparison.Ordinal)
            ? uint.TryParse(rights.TrimStart('0', 'x'), NumberStyles.HexNumber, CultureInfo.InvariantCulture, out uint access)
                && (access & AnyChange) == 0
            : rights.Length % 2 == 0
                && Enumerable.Range(0, rights.Length / 2).All(i => s_reading.Contains(rights.Substring(2 * i, 2)));

    /// <summary>
    /// Administrators and SYSTEM can change any file. A folder that an elevated program made may belong to the former.
    /// </summary>
    private static bool IsTrusted(string name, string before, string user) =>
        s_trusted.Append(user).Any(trusted => name == before + trusted);
}
