using System;
using System.IO;

namespace CopyOnWrite.Engine;

/// <summary>Apart from Program, because its types are looked up only once MSBuild is registered.</summary>
internal static class Session
{
    internal static int Run(string package, string? binaryLog)
    {
        using var calls = new Calls(package, binaryLog);

        // Before anything is measured: by the first Copy of a build, the engine has run other tasks.
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
