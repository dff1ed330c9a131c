using System;

namespace CopyOnWrite.Tasks;

/// <summary>A property that a project may set: a row of <see cref="Settings.Table"/>.</summary>
internal sealed class Setting
{
    private const string Prefix = "CopyOnWrite";

    private readonly Func<Settings, string, bool> _tryRead;

    /// <param name="tryRead">Puts what the text means into the settings. False when it means nothing.</param>
    internal Setting(string name, Func<Settings, string, bool> tryRead, string code, string rule)
    {
        Name = name;
        _tryRead = tryRead;
        Code = code;
        Rule = rule;
    }

    /// <summary>The property's.</summary>
    internal string Name { get; }

    /// <summary>The parameter of <c>CopyOnWriteSettings</c> by which its text comes.</summary>
    internal string Parameter => Name.Substring(Prefix.Length);

    /// <summary>Of the error where a text is not understood.</summary>
    internal string Code { get; }

    /// <summary>
    /// What such a text is not, and which are accepted: the rest of the sentence that begins with the property and its text.
    /// </summary>
    internal string Rule { get; }

    internal bool TryRead(Settings into, string text) => _tryRead(into, text);
}
