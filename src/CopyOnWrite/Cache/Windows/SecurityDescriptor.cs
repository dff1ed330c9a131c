namespace CopyOnWrite.Windows;

/// <summary>
/// The security of a cache's folder, in the security descriptor definition language ([MS-DTYP] 2.5.1): one that lets no other user in, and
/// what is wrong with another. The volume's default does not do: on a data volume it often lets every user change what others create.
/// </summary>
internal static class SecurityDescriptor
{
    /// <summary>The user owns the folder, and only the user, SYSTEM and Administrators have access; nothing is inherited.</summary>
    internal static string For(string user) => $"O:{user}D:P(A;OICI;FA;;;{user})(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)";

    /// <summary>
    /// Whether a folder or file belongs to another user, or its list lets another do more than read. Without a list every user has access.
    /// What is not understood, such as what denies access, counts as the latter.
    /// </summary>
    internal static CacheProblem ProblemOf(string descriptor, string user)
    {
        // SYSTEM and Administrators, who can change any file: a folder that an elevated program made may belong to the latter.
        // CREATOR OWNER and OWNER RIGHTS: a file's creator and its owner, who have access anyhow.
        string[] trusted = ["SY", "BA", "CO", "OW", user];

        // "O:owner", "D:flags", and the entries, which the separator takes apart.
        string[] parts = descriptor.Split('(');
        bool isOwn = trusted.Any(one => parts[0] == $"O:{one}" || parts[0].StartsWith($"O:{one}D:", StringComparison.Ordinal));
        return !isOwn ? CacheProblem.WrongOwner
            : parts.Length > 1 && parts.Skip(1).All(entry => IsHarmless(entry.Split(';'), trusted)) ? CacheProblem.None
            : CacheProblem.WritableByOthers;
    }

    /// <summary>"FR" is FILE_GENERIC_READ; the number is that with FILE_GENERIC_EXECUTE.</summary>
    /// <param name="parts">Type, flags, rights, two identifiers that files do not have, and whom it is for, with a bracket.</param>
    private static bool IsHarmless(string[] parts, string[] trusted) => parts.Length == 6 && parts[0] == "A"
        && (Array.Exists(trusted, one => parts[5] == one + ")") || parts[2] is "FR" or "0x1200a9");
}
