using BuiltInCopy = Microsoft.Build.Tasks.Copy;

namespace CopyOnWrite.Tasks;

/// <summary>
/// Members of Copy that a hosting MSBuild may lack; CallReport has those of the log. A call that names such a member fails each Copy of a
/// host without it (MSB4018), so these are looked up by name. OlderHostsTests restricts all other code to the members of MSBuild 4.0.
/// </summary>
internal static class NewerMembers
{
    // If the host lacks the parameter, no project can pass it. FailIfNotIncremental is there since 17.7.
    internal static readonly Func<BuiltInCopy, bool> FailIfNotIncremental = Switch("FailIfNotIncremental", otherwise: false);
    internal static readonly Func<BuiltInCopy, bool> UseSymbolicLinks = Switch("UseSymboliclinksIfPossible", otherwise: false);
    internal static readonly Func<BuiltInCopy, bool> ErrorIfLinkFails = Switch("ErrorIfLinkFails", otherwise: false);

    // The built-in task's own outputs, which ours shadow. If the host lacks this one, no project reads it.
    internal static readonly Func<BuiltInCopy, bool> WroteAtLeastOneFile = Switch("WroteAtLeastOneFile", otherwise: true);

    // Both have private setters in 16.11 to 18.11. If the host has no setter, the base class's output keeps the built-in task's value.
    internal static readonly Action<BuiltInCopy, ITaskItem[]?> SetCopiedFiles = Setter<ITaskItem[]?>("CopiedFiles");
    internal static readonly Action<BuiltInCopy, bool> SetWroteAtLeastOneFile = Setter<bool>("WroteAtLeastOneFile");

    private static Func<BuiltInCopy, bool> Switch(string name, bool otherwise) =>
        typeof(BuiltInCopy).GetProperty(name)?.GetMethod is { } get
            ? (Func<BuiltInCopy, bool>)get.CreateDelegate(typeof(Func<BuiltInCopy, bool>))
            : _ => otherwise;

    private static Action<BuiltInCopy, T> Setter<T>(string name) =>
        typeof(BuiltInCopy).GetProperty(name, typeof(T))?.GetSetMethod(nonPublic: true) is { } set
            ? (Action<BuiltInCopy, T>)set.CreateDelegate(typeof(Action<BuiltInCopy, T>))
            : static (_, _) => { };
}
