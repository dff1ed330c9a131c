namespace CopyOnWrite.Build;

/// <summary>
/// <c>./build.sh fuzz</c>: random calls of Copy through the built-in and through ours, shared out over the volumes, as root and as a user
/// with no rights, with threads and in order. A seed gives the same scenarios each time.
/// </summary>
internal static class Fuzz
{
    private static readonly (string Volume, string[] User, string Parallelism)[] s_lanes =
    [
        ("COW_VOLUME_BTRFS", [], ""),
        ("COW_VOLUME_XFS", ["--user", "65534"], ""),
        ("COW_VOLUME_PLAIN", [], "1"),
        ("COW_VOLUME_TMPFS", ["--user", "65534"], "1"),
    ];

    internal static async Task<int> RunAsync(int seed, int count, CancellationToken cancel)
    {
        await Shell.BuildAsync("tests/CopyOnWrite.Parity", cancel);
        await using MountedVolumes volumes = await MountedVolumes.UpAsync(cancel);
        var lanes = s_lanes.Where(lane => volumes.Variables.ContainsKey(lane.Volume)).ToList();
        if (lanes.Count == 0)
        {
            Console.WriteLine("No volumes: run as root, or set COW_VOLUME_BTRFS and the like.");
            return 2;
        }

        int exitCode = 0;
        for (int i = 0; i < lanes.Count; i++)
        {
            (string volume, string[] user, string parallelism) = lanes[i];
            int share = (count / lanes.Count) + (i < count % lanes.Count ? 1 : 0);
            Console.WriteLine(
                $"{volume}, {(user.Length > 0 ? "without rights" : "as is")}, {(parallelism.Length > 0 ? "in order" : "with threads")}: "
                + $"{share} scenarios from seed {seed + i}");
            int code = await Shell.RunAsync(
                "dotnet",
                [
                    RepositoryRoot.Built("CopyOnWrite.Parity"), "fuzz",
                    "--seed", (seed + i).ToString(CultureInfo.InvariantCulture), "--count", share.ToString(CultureInfo.InvariantCulture),
                    "--folder", volumes.Variables[volume], .. user,
                ],
                cancel,
                parallelism.Length > 0 ? new Dictionary<string, string> { ["MSBUILDCOPYTASKPARALLELISM"] = parallelism } : null,
                line =>
                {
                    if (!line.StartsWith("same ", StringComparison.Ordinal))
                    {
                        Console.WriteLine(line);
                    }
                });
            exitCode = exitCode != 0 ? exitCode : code;
        }

        return exitCode;
    }
}
