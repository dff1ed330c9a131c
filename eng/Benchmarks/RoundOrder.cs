using System.Collections.Generic;
using System.Linq;

namespace CopyOnWrite.Benchmarks;

/// <summary>In each round another arm begins, and every other round goes backwards, so that no arm always follows the same one.</summary>
internal static class RoundOrder
{
    internal static IEnumerable<int> Of(int arms, int round) =>
        Enumerable.Range(0, arms).Select(turn => (((round % 2 == 0 ? turn : -turn) + round) % arms + arms) % arms);
}
