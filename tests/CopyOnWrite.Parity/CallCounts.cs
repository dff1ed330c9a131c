namespace CopyOnWrite.Parity;

/// <summary>
/// Calls of Copy with many files, for a trace of this process's system calls: before and after each, a file is looked for that says in the
/// trace what is between, <c>calls-CASE-TASK-FILES-begin</c> and <c>-end</c>. Two numbers of files show what one more file costs, without
/// what a call costs; one file is the commonest call of a build.
/// </summary>
internal static class CallCounts
{
    private const int Files = 10;
    private const int Repeats = 8;

    internal static int Run(string folder, TaskAssemblies assemblies)
    {
        var engine = new Engine(Path.Combine(folder, "world"), assemblies);
        foreach (string name in new[] { "new", "overwrite", "unchanged" })
        {
            foreach (bool withOurs in new[] { false, true })
            {
                // The built-in reads it once; ours for each call, and would hand the call over.
                Environment.SetEnvironmentVariable("MSBUILDCOPYTASKPARALLELISM", withOurs ? null : "1");

                // Once before: the first call of a task compiles and loads. Then several times: a folder is asked again when a second has
                // gone by, and the least is what counts.
                engine.RunBetween(Make(name, Files), withOurs, _ => { });
                if (withOurs)
                {
                    OneThread.For(AppDomain.CurrentDomain.GetAssemblies()
                        .Single(assembly => assembly.GetName().Name == "CopyOnWrite.Sdk.Tasks")
                        .GetType("CopyOnWrite.Tasks.Copy")!);
                }

                foreach (int files in Enumerable.Repeat(new[] { 1, Files, 2 * Files }, Repeats).SelectMany(numbers => numbers))
                {
                    engine.RunBetween(
                        Make(name, files),
                        withOurs,
                        edge => File.Exists(Path.Combine(folder, $"calls-{name}-{(withOurs ? "ours" : "builtin")}-{files}-{edge}")));
                }
            }
        }

        return 0;
    }

    private static Scenario Make(string name, int files)
    {
        var before = new List<Node>();
        for (int i = 0; i < files; i++)
        {
            before.Add(new Node($"s/{i}", Length: 9000, Age: 1));
            if (name != "new")
            {
                before.Add(name == "overwrite" ? new Node($"o/{i}", Length: 100, Age: 2) : new Node($"o/{i}", Length: 9000, Age: 1));
            }
        }

        return new Scenario(name)
        {
            Before = before,
            SourceFiles = [.. Enumerable.Range(0, files).Select(i => new Item($"s/{i}"))],
            DestinationFolder = "o",
            Attributes = Scenarios.Written.Attributes("SkipUnchangedFiles=true"),
        };
    }
}
