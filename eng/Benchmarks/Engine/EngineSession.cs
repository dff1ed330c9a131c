using System.Runtime.CompilerServices;
using Microsoft.Build.Locator;

namespace CopyOnWrite.Benchmarks.Engine;

/// <summary>
/// <c>engine PACKAGE</c>: answers each line of its input, <c>TASK PAIRS SKIP</c> with tabs between, by a line of
/// <see cref="CallTime"/> or by "error: " and why. Its first line is "ready". PACKAGE has CopyOnWrite.Artifacts and
/// CopyOnWrite.Sdk, unpacked.
/// </summary>
internal static class EngineSession
{
    internal const string Verb = "engine";

    internal static int Run(string package)
    {
        MSBuildLocator.RegisterInstance(MSBuildLocator.QueryVisualStudioInstances().First());
        return Answer(package);
    }

    // Not inlined: its types are looked up when it is compiled, which has to be after MSBuild is registered.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Answer(string package)
    {
        using var calls = new Calls(package);

        // Called before anything is measured: before a build's first Copy the engine has run other tasks.
        string? problem = calls.Check();
        Console.WriteLine(problem is null ? "ready" : $"error: {problem}");
        while (problem is null && Console.ReadLine() is { } line)
        {
            string[] fields = line.Split('\t');
            Console.WriteLine(calls.Run(fields[0], File.ReadAllLines(fields[1]), fields[2]));
        }

        return problem is null ? 0 : 1;
    }
}
