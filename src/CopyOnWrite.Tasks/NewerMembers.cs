using System;
using Microsoft.Build.Framework;
using BuiltInCopy = Microsoft.Build.Tasks.Copy;

namespace CopyOnWrite.Tasks;

/// <summary>
/// What an MSBuild that the assembly loads into may lack of Copy; Shared/LogImportance.cs has what it may lack of the log. A call that
/// names such a member fails, with MSB4018, each Copy of a host without it, so these are looked up by name. OlderHostsTests holds what is
/// named elsewhere to what MSBuild 4.0 had.
/// </summary>
internal static class NewerMembers
{
    // Where a parameter is missing no project can pass it.
    private static readonly Func<BuiltInCopy, bool> s_failIfNotIncremental = Switch("FailIfNotIncremental", otherwise: false);
    private static readonly Func<BuiltInCopy, bool> s_useSymbolicLinks = Switch("UseSymboliclinksIfPossible", otherwise: false);
    private static readonly Func<BuiltInCopy, bool> s_errorIfLinkFails = Switch("ErrorIfLinkFails", otherwise: false);

    // If the host lacks the output, no project asks for it.
    private static readonly Func<BuiltInCopy, bool> s_wroteAtLeastOneFile = Switch("WroteAtLeastOneFile", otherwise: true);

    // Both have private setters in 16.11 to 18.11. Where there is none the base class's output stays what the built-in made it.
    private static readonly Action<BuiltInCopy, ITaskItem[]?> s_setCopiedFiles = Setter<ITaskItem[]?>("CopiedFiles");
    private static readonly Action<BuiltInCopy, bool> s_setWroteAtLeastOneFile = Setter<bool>("WroteAtLeastOneFile");

    /// <summary>Since 17.7.</summary>
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
