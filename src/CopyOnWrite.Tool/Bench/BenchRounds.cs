using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace CopyOnWrite.Tool.Bench;

/// <summary>In each round every arm builds once, in a random order.</summary>
internal static class BenchRounds
{
    internal static async Task RunAsync(
        IReadOnlyList<IBenchArm> arms, int rounds, bool countFiles, Random random, Func<int, Task> beforeRound, CancellationToken cancel)
    {
        var progress = new BenchProgress(arms.Count * (rounds + (countFiles ? 2 : 1)));
        for (int round = 0; round <= rounds; round++)
        {
            IBenchArm[] order = [.. arms];
            random.Shuffle(order);
            await beforeRound(round);
            for (int turn = 0; turn < order.Length; turn++)
            {
                BenchBuild build = await order[turn].BuildAsync(round, turn + 1, cancel);
                progress.Done(order[turn].Name, build, round == 0);
            }

            // After the first round, so that caches are warm where they shall be.
            foreach (IBenchArm arm in round == 0 && countFiles ? order : [])
            {
                await arm.CountAsync(cancel);
                progress.Done($"{arm.Name}, files counted");
            }
        }
    }
}
