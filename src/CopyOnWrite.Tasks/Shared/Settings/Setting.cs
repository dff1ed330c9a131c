using System;

namespace CopyOnWrite.Tasks;

/// <summary>A property that a project may set: a row of <see cref="Settings.Table"/>.</summary>
/// <param name="tryRead">Parses the text into the settings. False when it is invalid.</param>
internal sealed class Setting(string name, Func<Settings, string, bool> tryRead, string code, string rule)
{
    private const string Prefix = "CopyOnWrite";

    /// <summary>The property's name.</summary>
    internal string Name { get; } = name;

    /// <summary>The parameter of <c>CopyOnWriteSettings</c> that passes its text.</summary>
    internal string Parameter => Name.Substring(Prefix.Length);

    /// <summary>The code of the error for an invalid text.</summary>
    internal string Code { get; } = code;

    /// <summary>
    /// The rest of that error's sentence, after the property and its text: what is wrong, and the accepted values.
    /// </summary>
    internal string Rule { get; } = rule;

    internal bool TryRead(Settings into, string text) => tryRead(into, text);
}
