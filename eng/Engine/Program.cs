using System.Linq;
using Microsoft.Build.Locator;

namespace CopyOnWrite.Engine;

/// <summary>
/// <c>engine PACKAGE [BINLOG]</c>: answers each line of its input, <c>TASK PAIRS SKIP</c> with tabs between, by a line of
/// <see cref="Measured"/> or by "error: " and why. Its first line is "ready". PACKAGE has CopyOnWrite.Artifacts and CopyOnWrite.Sdk, unpacked.
/// </summary>
internal static class Program
{
    private static int Main(string[] args)
    {
        MSBuildLocator.RegisterInstance(MSBuildLocator.QueryVisualStudioInstances().First());
        return Session.Run(args[0], args.ElementAtOrDefault(1));
    }
}
