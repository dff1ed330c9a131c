using System.IO;
using System.Linq;

namespace CopyOnWrite.Tool.Bench;

/// <summary>Where results go. They took hours to measure, so earlier ones are replaced only by --overwrite.</summary>
internal static class BenchOutput
{
    internal const string UsualName = "cow-bench";

    /// <summary>Of the files of a result: from the first the others can be made again.</summary>
    internal static readonly string[] Extensions = [".json", ".md", ".html", ".csv"];

    /// <summary>Before anything is measured.</summary>
    /// <param name="asked">As --output has it; null for the usual name, behind which a number comes where it is taken.</param>
    internal static string Choose(string? asked, bool overwrite) =>
        overwrite ? asked ?? UsualName
        : asked is null ? Free(UsualName)
        : Existing(asked) is not { } existing ? asked
        : throw new BadInputException($"{existing} exists already. Name another file with --output, or replace it with --overwrite.");

    /// <summary>The name, or with the first number behind it that no result has.</summary>
    internal static string Free(string name)
    {
        string free = name;
        for (int number = 2; Existing(free) is not null; number++)
        {
            free = $"{name}-{number}";
        }

        return free;
    }

    private static string? Existing(string name) => Extensions.Select(extension => name + extension).FirstOrDefault(Path.Exists);
}
