using System.Collections.Generic;
using System.Linq;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Fixes;

/// <summary>What to do, exact enough to be followed literally. This one is for a person; the kinds below are for programs, too.</summary>
/// <param name="Text">A sentence, of one line.</param>
internal record FixStep(string Text);

/// <summary>A line for the shell.</summary>
internal record CommandStep(string Command) : FixStep($"Run: {Command}");

/// <summary>Restores solutions and projects.</summary>
internal sealed record RestoreStep(IReadOnlyList<string> Targets) : CommandStep(ShellText.Line(Targets.Select(CommandOf)))
{
    internal static string CommandOf(string target) => $"dotnet restore {ShellText.Argument(target)}";
}
