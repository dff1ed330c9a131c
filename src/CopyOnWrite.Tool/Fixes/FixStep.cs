namespace CopyOnWrite.Tool.Fixes;

/// <summary>What to do, exact enough to be followed literally.</summary>
/// <param name="Text">A sentence, of one line.</param>
internal record FixStep(string Text);

/// <summary>A line for the shell.</summary>
internal sealed record CommandStep(string Command) : FixStep($"Run: {Command}");
