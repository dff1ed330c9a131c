namespace CopyOnWrite.Parity;

/// <summary>Apart from Program, because its types are looked up only once MSBuild is registered.</summary>
internal static class Runs
{
    internal static IEnumerable<Scenario> Written() => Scenarios.Written.All;

    internal static IEnumerable<Scenario> Random(int seed, int count) =>
        Enumerable.Range(0, count).Select(number => Generator.Make(seed, number));

    /// <summary>Runs one scenario, so that every assembly is loaded while this process may still read it.</summary>
    internal static void LoadEverything(string folder, TaskAssemblies assemblies) =>
        _ = new Comparison(new Engine(Path.Combine(folder, "first"), assemblies), false).Report(Scenarios.Written.All[0]);

    /// <summary>Its threads stay, and are called "Parallel Copy Thread", cut to 15 characters by the kernel (PR_SET_NAME).</summary>
    internal static int ThreadsOfTheBuiltIn(string folder, TaskAssemblies assemblies)
    {
        var engine = new Engine(Path.Combine(folder, "world"), assemblies);
        _ = engine.Run(Scenarios.Written.All.Single(s => s.Name == "many files"), withOurs: false);
        int threads = Directory.GetDirectories("/proc/self/task")
            .Count(task => File.ReadAllText(Path.Combine(task, "comm")).TrimEnd() == "Parallel Copy T");
        Console.WriteLine($"the built-in started {threads} threads");
        return 0;
    }

    internal static int Compare(IEnumerable<Scenario> scenarios, string folder, TaskAssemblies assemblies)
    {
        // The built-in reads it once per process.
        bool inOrder = Environment.GetEnvironmentVariable("MSBUILDCOPYTASKPARALLELISM") == "1";
        var comparison = new Comparison(new Engine(Path.Combine(folder, "world"), assemblies), inOrder);
        int same = 0;
        int differ = 0;
        Program.WriteVersions(assemblies.BuiltIn);
        foreach (Scenario scenario in scenarios.Where(s => inOrder || !s.OnlyInOrder))
        {
            if (OperatingSystem.IsWindows() && NotOnWindows.Because(scenario) is { } reason)
            {
                Console.WriteLine($"excluded {scenario.Name}: {reason}");
                continue;
            }

            (string verdict, string details) = comparison.Report(scenario);
            Console.WriteLine($"{verdict} {scenario.Name}");
            Console.Write(details);
            same += verdict == "same" ? 1 : 0;
            differ += verdict == "differs" ? 1 : 0;
        }

        Console.WriteLine(
            $"{same} same, {differ} differ; ours took {comparison.TakenWhole} calls whole, {comparison.TakenInPart} in part, and left "
            + $"{comparison.Left} to the built-in; {comparison.Cloning} cloned; {comparison.Raced} raced");
        return differ == 0 ? 0 : 1;
    }
}
