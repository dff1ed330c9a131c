using System;
using Microsoft.Build.Framework;
using BuiltInCopy = Microsoft.Build.Tasks.Copy;

namespace CopyOnWrite.Tasks;

/// <summary>
/// Members of Copy that a hosting MSBuild may lack; Shared/LogImportance.cs has those of the log. A call that
/// names such a member fails each Copy of a host without it (MSB4018), so these are looked up by name. OlderHostsTests restricts
/// all other code to the members of MSBuild 4.0.
/// </summary>
internal static class NewerMembers
{
    // If the host lacks the parameter, no project can pass it.
    private static readonly Func<BuiltInCopy, bool> s_failIfNotIncremental = Switch("FailIfNotIncremental", otherwise: false);
    private static readonly Func<BuiltInCopy, bool> s_useSymbolicLinks = Switch("UseSymboliclinksIfPossible", otherwise: false);
    private static readonly Func<BuiltInCopy, bool> s_errorIfLinkFails = Switch("ErrorIfLinkFails", otherwise: false);

    // If the host lacks the output, no project reads it.
    private static readonly Func<BuiltInCopy, bool> s_wroteAtLeastOneFile = Switch("WroteAtLeastOneFile", otherwise: true);

    // Both have private setters in 16.11 to 18.11. If the host has no setter, the base class's output keeps the built-in's value.
    private static readonly Action<BuiltInCopy, ITaskItem[]?> s_setCopiedFiles = Setter<ITaskItem[]?>("CopiedFiles");
    private static readonly Action<BuiltInCopy, bool> s_setWroteAtLeastOneFile = Setter<bool>("WroteAtLeastOneFile");

    /// <summary>The member is there since 17.7.</summary>
    internal static bool FailIfNotIncremental(BuiltInCopy task) => s_failIfNotIncremental(task);

    internal static bool UseSymbolicLinks(BuiltInCopy task) => s_useSymbolicLinks(task);

    internal static bool ErrorIfLinkFails(BuiltInCopy task) => s_errorIfLinkFails(task);

    /// <summary>The built-in's own output, which ours shadows.</summary>
    internal static bool WroteAtLeastOneFile(BuiltInCopy task) => s_wroteAtLeastOneFile(task);

    /// <summary>The built-in's own output.</summary>
    internal static void SetCopiedFiles(BuiltInCopy task, ITaskItem[]? items) => s_setCopiedFiles(task, items);

    /// <inheritdoc cref="SetCopiedFiles"/>
    internal static void SetWroteAtLeastOneFile(BuiltInCopy task, bool wrote) => s_setWroteAtLeastOneFile(task, wrote);

    private static Func<BuiltInCopy, bool> Switch(string name, bool otherwise) =>
        typeof(BuiltInCopy).GetProperty(name)?.GetMethod is { } get
            ? (Func<BuiltInCopy, bool>)get.CreateDelegate(typeof(Func<BuiltInCopy, bool>))
            : _ => otherwise;

    private static Action<BuiltInCopy, T> Setter<T>(string name) =>
        typeof(BuiltInCopy).GetProperty(name, typeof(T))?.GetSetMethod(nonPublic: true) is { } set
            ? (Action<BuiltInCopy, T>)set.CreateDelegate(typeof(Action<BuiltInCopy, T>))
            : static (_, _) => { };
}
