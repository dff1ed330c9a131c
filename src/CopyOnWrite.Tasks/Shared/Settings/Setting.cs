using System;

namespace CopyOnWrite.Tasks;

/// <summary>A property that a project may set: a row of <see cref="Settings.Table"/>.</summary>
/// <param name="TryRead">Parses the text into the settings. False when it is invalid.</param>
/// <param name="Code">The code of the error for an invalid text.</param>
/// <param name="Rule">The end of the error message: what is wrong, and which values are accepted.</param>
internal sealed record Setting(string Name, Func<Settings, string, bool> TryRead, string Code, string Rule);
