using System;
using System.Collections.Generic;

namespace CopyOnWrite;

/// <summary>Tries files again that are in use or have no space, with a pause before each round.</summary>
internal static class Retries
{
    /// <param name="waiting">Numbers of files; those that remain in it were tried in vain.</param>
    /// <param name="pause">Before each round, in milliseconds.</param>
    /// <param name="announce">Before the pause, for each file with the number of the round.</param>
    /// <param name="isToBeTriedAgain">Tries a file; true when it is to be tried once more.</param>
    /// <returns>False when the build was cancelled.</returns>
    internal static bool Run(
        List<int> waiting,
        int rounds,
        int pause,
        Cancellation cancellation,
        Action<int, int> announce,
        Func<int, bool> isToBeTriedAgain)
    {
        for (int round = 1; round <= rounds && waiting.Count > 0 && !cancellation.IsRequested; round++)
        {
            foreach (int file in waiting)
            {
                announce(file, round);
            }

            if (cancellation.Wait(pause))
            {
                return false;
            }

            waiting.RemoveAll(file => !cancellation.IsRequested && !isToBeTriedAgain(file));
        }

        return !cancellation.IsRequested;
    }
}
