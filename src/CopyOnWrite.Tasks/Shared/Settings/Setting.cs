using System;

namespace CopyOnWrite.Tasks;

/// <summary>A property that a project may set: a row of <see cref="Settings.Table"/>.</summary>
/// <param name="tryRead">Puts what the text means into the settings. False when it means nothing.</param>
internal sealed class Setting(string name, Func<Settings, string, bool> tryRead, string code, string rule)
{
    private const string Prefix = "CopyOnWrite";

    /// <summary>The property's.</summary>
    internal string Name { get; } = name;

    /// <summary>The parameter of <c>CopyOnWriteSettings</c> by which its text comes.</summary>
    internal string Parameter => Name.Substring(Prefix.Length);

    /// <summary>Of the error where a text is not understood.</summary>
    internal string Code { get; } = code;

    /// <summary>
    /// What such a text is not, and which are accepted: the rest of the sentence that begins with the property and its text.
    /// </summary>
    internal string Rule { get; } = rule;

    internal bool TryRead(Settings into, string text) => tryRead(into, text);
}
